import type { IncomingMessage } from 'node:http'
import type { Result } from '../../../kit/api/envelope.js'
import type { SearchAnswer, SearchRequest } from '../../../plugins/kit/context.js'
import { urlReader } from '../../../plugins/kit/own-url.js'
import { definePolicy } from '../../../plugins/kit/plugin.js'
import { reportCost } from '../../../plugins/kit/report-cost.js'
import { formMistakes } from '../../../plugins/kit/rules/mistakes.js'
import {
  backendsOf,
  rulesParam,
  type SearchRulesParams,
} from '../../../plugins/kit/rules/params.js'
import { unknownFieldAdvice } from '../../../plugins/kit/rules/unknown-fields.js'
import { renderData } from '../../../plugins/kit/templates/answer/answer.js'
import { type AskFor, openToPlans } from '../../../plugins/kit/templates/answer/ask.js'
import { makeCall } from '../../../plugins/kit/templates/answer/call.js'
import type { Values } from '../../../plugins/kit/templates/fill/compile.js'
import { checkTemplate, loadTemplate } from '../../../plugins/kit/templates/fill/read-template.js'
import type { SearchTemplate } from '../../../plugins/kit/templates/fill/search-template.js'
import { isContact } from '../kit/contact.js'
import { type Asked, type Data, parsePage, templateNames } from './asked.js'
import { loadRenderer, makePages, parseAddress } from './renderer.js'

/** Parameters of the policy, as in the YAML. */
interface SiteParams {
  rules: SearchRulesParams
  contact?: string
}

/** Fills the search template that a page of the site shows; what it finds becomes the page. */
export const site = definePolicy<SiteParams, 'caller' | 'authorized' | 'isForBrowser'>({
  name: 'site',
  params: {
    rules: rulesParam('Parameters of the search rules that validate the templates.'),
    contact: {
      description:
        'Where readers report a mistake in what a page says of an organization: an address of ' +
        'mailto: or https:. Default: nowhere.',
      type: 'string',
      minLength: 1,
    },
  },
  required: ['rules'],
  provides: ['search'],
  place: { needs: ['caller', 'authorized', 'isForBrowser'], servesAnonymous: true },
  isCheckPure: true,
  check({ rules, contact }, view) {
    if (contact !== undefined && !(isContact(contact) && /^(mailto|https):/.test(contact)))
      return [
        {
          path: ['contact'],
          rule: 'wrong-url',
          message: 'it is no mailto: or https: address',
          remedy: 'write such as mailto:data@example.org or https://example.org/report',
        },
      ]
    const ofRules = formMistakes(rules, ['rules'])
    if (ofRules.length > 0) return ofRules
    return templateNames.flatMap((name) => checkTemplate(name, ['rules'], rules, view))
  },
  backends: ({ rules }) => ({
    ...backendsOf(rules),
    advice: () => unknownFieldAdvice(rules, ['rules']),
  }),
  create({ rules }, { gateway }) {
    const pagesWith = makePages(gateway)
    const urlOf = urlReader()
    const served = new Map(templateNames.map((name) => [name, servedBy(loadTemplate(name), rules)]))

    return async function site(context, req, res) {
      const renderer = await loadRenderer()
      const asked = parsePage(parseAddress(req), renderer)
      const { template, call, ofPlan, caching } = served.get(asked.template)!
      if (!context.isForBrowser) {
        call(context, req, res, asked.read)
        return undefined
      }
      const { catalog, askFor, parameters } = ofPlan(context.caller.plan)
      const pageOf = (data: Data, meta: object): Result => {
        asked.check?.(data)
        const path = asked.pathOf?.(data)
        if (path !== undefined && isOther(path, req)) return moved(path, req, caching)
        const jsonLd = asked.jsonLdOf?.(template, data, `${urlOf(req)}/${path}`)
        const content = { data, meta, ...(jsonLd && { jsonLd }) }
        return pagesWith(renderer).answer(req, content, caching)
      }
      const values = asked.read(catalog?.facts?.(template.index), parameters)
      context.search = searchOf({ template, askFor, values, also: asked.also }, pageOf)
      reportCost(res, context.search)
      return undefined
    }
  },
})

/** What a page asks. */
interface PageSearch {
  template: SearchTemplate
  askFor: AskFor
  values: Values
  also: Asked['also']
}

/** The search of a page, and the one that follows it where the page shows the hits of two. */
function searchOf(
  { template, askFor, values, also }: PageSearch,
  pageOf: (data: Data, meta: object) => Result,
): SearchRequest {
  const dataIn = (of: Values, found: SearchAnswer, version: string): Data =>
    JSON.parse(renderData(template, of, found, version))
  const first = askFor(values)(
    (used) => (found, version, meta) => pageOf(dataIn(used, found, version), meta),
  )
  if (!also) return first
  const others = also.valuesOf(values)
  const both = (found: SearchAnswer): SearchRequest => ({
    ...askFor(others)(() => (more, version, meta) => {
      const { results } = dataIn(others, more, version)
      const data = dataIn(values, { ...found, aggregations: more.aggregations }, version)
      return pageOf({ ...data, [also.name]: results }, meta)
    }),
    facets: first.facets,
  })
  return { ...first, followUp: (found) => (found.count === 0 ? undefined : both(found)) }
}

/** A template, and how it is called. */
function servedBy(template: SearchTemplate, rules: SearchRulesParams) {
  const ofPlan = openToPlans(template, rules)
  const caching = `private, max-age=${template.maxAge}`
  return { template, ofPlan, caching, call: makeCall(template, rules, ofPlan) }
}

/** Whether a request is for another path; browsers may encode the same one in another way. */
function isOther(path: string, req: IncomingMessage): boolean {
  return decodeURIComponent(path) !== decodeURIComponent(parseAddress(req).path)
}

/** The answer at another address of a page: its own, relative, as proxies may add to it. */
function moved(path: string, req: IncomingMessage, caching: string): Result {
  const Location = path.slice(path.lastIndexOf('/') + 1) + parseAddress(req).query
  return { status: 301, data: {}, headers: { Location, 'Cache-Control': caching } }
}
