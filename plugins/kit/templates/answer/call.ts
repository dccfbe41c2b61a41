import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Result } from '../../../../kit/api/envelope.js'
import { preferred } from '../../../../kit/http/media.js'
import type { Caller, RequestContext, SearchAnswer } from '../../context.js'
import { entityTag, isHeld } from '../../entity-tag.js'
import { reportCost } from '../../report-cost.js'
import { byPlan, plansIn } from '../../rules/by-plan.js'
import type { SearchRulesParams } from '../../rules/params.js'
import { vocabulary } from '../../vocabulary.js'
import type { Values } from '../fill/compile.js'
import type { SearchTemplate } from '../fill/search-template.js'
import { valuesIn } from '../parameters/read-values.js'
import { dataOf } from './answer.js'
import { openToPlans } from './ask.js'

/**
 * Reads the values of a call's parameters, by what a plugin knows of the index. Plans
 * may have parameters of their own (reach.ts).
 */
export type ReadValues = (facts: unknown, parameters: SearchTemplate['parameters']) => Values

/** How many tags of answers a template remembers, for the age that the answers may have. */
const remembered = 1000

/**
 * The function that handles the calls of a template: it sets the search, or the result of a call
 * whose answer the client has. It takes the values of a call from its URL, or from a function.
 * @param opened Where the template is open to the plans already.
 */
export function callOf(
  template: SearchTemplate,
  rules: SearchRulesParams,
  opened = openToPlans(template, rules),
) {
  const { maxAge, jsonLd } = template
  const caching = maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache'
  const tagsOf = byPlan(
    plansIn(rules),
    () => new LRUCache<string, string>({ max: remembered, ttl: 1000 * maxAge }),
  )

  return function call(
    context: RequestContext & { caller: Caller },
    req: IncomingMessage,
    res: ServerResponse,
    read: ReadValues = (facts, parameters) => valuesIn(req, context.route ?? '', parameters, facts),
  ): void {
    const { askFor, catalog, parameters } = opened(context.caller.plan)
    const recentTags = tagsOf(context.caller.plan)
    const values = read(catalog?.facts?.(template.index), parameters)
    if (jsonLd !== undefined) res.appendHeader('Vary', 'Accept')
    const form = chooseForm(template, req.headers.accept)
    // short-lived objects cost less than remembered ones: not the search, only the tag
    const key = JSON.stringify([form, ...values])
    const held = req.headers['if-none-match']
    const recent = held === undefined ? undefined : recentTags.get(key)
    if (recent !== undefined && isHeld(recent, held)) {
      context.result = notChanged(recent, caching)
      return
    }
    const answerOf =
      (values: Values) =>
      (found: SearchAnswer, version: string): Result => {
        const data = inForm(form, template, dataOf(template, values, found, version))
        const tag = entityTag(data)
        if (maxAge > 0) recentTags.set(key, tag)
        if (isHeld(tag, held)) return notChanged(tag, caching)
        const headers = { ETag: tag, 'Cache-Control': caching }
        const json = [Buffer.from(data)]
        if (form === 'application/json') return { json, headers }
        return { json, headers: { ...headers, 'Content-Type': form }, isWhole: true }
      }
    context.search = askFor(values)(answerOf)
    reportCost(res, context.search)
  }
}

/** `data` of an answer, or the one hit in it as JSON-LD. */
function inForm(form: AnswerForm, { answer, jsonLd }: SearchTemplate, data: string): string {
  if (form === 'application/json' || answer.kind !== 'one' || jsonLd === undefined) return data
  return JSON.stringify(vocabulary.linkedData!.render(jsonLd, JSON.parse(data)[answer.name]))
}

/** Media type of an answer; the second one only of a template with `jsonLd`. */
type AnswerForm = 'application/json' | 'application/ld+json'

/** The form of an answer by the Accept header. @throws ApiError NOT_ACCEPTABLE for any other one. */
function chooseForm({ jsonLd }: SearchTemplate, accept: string | undefined): AnswerForm {
  const forms: AnswerForm[] = ['application/json']
  if (jsonLd !== undefined) forms.push('application/ld+json')
  return preferred(accept, forms)
}

function notChanged(tag: string, caching: string) {
  return {
    status: 304,
    data: undefined,
    headers: { ETag: tag, 'Cache-Control': caching },
  } as const
}
