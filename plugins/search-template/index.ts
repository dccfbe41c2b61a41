import { LRUCache } from 'lru-cache'
import { dataOf } from '../../directory/templates/answer.js'
import { askerOf } from '../../directory/templates/ask.js'
import { checkTemplate, highestCost } from '../../directory/templates/check-template.js'
import { explainable } from '../../directory/templates/explainable.js'
import { type AnswerForm, answerForm, jsonLdOf } from '../../directory/templates/json-ld.js'
import { operationOf } from '../../directory/templates/operation.js'
import { readTemplate, templateNames } from '../../directory/templates/read.js'
import { valuesIn } from '../../directory/templates/request.js'
import { ruleMistakes } from '../../directory/templates/rule-mistakes.js'
import { editorSchema } from '../../directory/templates/schema.js'
import type { SearchTemplate } from '../../directory/templates/search-template.js'
import { unknownFields } from '../../directory/templates/unknown-fields.js'
import type { Result } from '../../kit/api/envelope.js'
import { didYouMean } from '../../kit/config/yaml/diagnostics.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { reportCost } from '../../packages/query-guard/src/cost/report-cost.js'
import { rulesParam } from '../../packages/query-guard/src/grammar/rules-param.js'
import {
  backendsOf,
  type SearchRulesParams,
} from '../../packages/query-guard/src/grammar/settings.js'
import { formMistakes } from '../../packages/query-guard/src/validate/mistakes.js'
import { unknownFieldAdvice } from '../../packages/query-guard/src/validate/unknown-fields.js'
import type { SearchAnswer } from '../kit/context.js'
import { entityTag, isHeld } from '../kit/entity-tag.js'
import { byPlan, plansIn, rulesFor } from '../kit/plan-rules.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import type { GatewayView } from '../kit/policy.js'

/** Parameters of the policy, as in the YAML. */
export interface SearchTemplateParams {
  name: string
  rules: SearchRulesParams
}

/** How many tags of answers a step remembers, for the age that the answers may have. */
const remembered = 1000

/** Fills a search that the operator has declared, by the parameters of a GET. */
export const searchTemplate = definePolicy<SearchTemplateParams, 'caller' | 'authorized'>({
  name: 'search-template',
  params: {
    name: {
      type: 'string',
      pattern: '^[a-z0-9][a-z0-9-]*$',
      description: 'Name of its file in the folder search-templates, without .yml.',
    },
    rules: rulesParam('Parameters of the search rules that validate it.'),
  },
  required: ['name', 'rules'],
  provides: ['search'],
  place: { needs: ['caller', 'authorized'], servesAnonymous: true },
  fileSchemas: { 'search-template.json': editorSchema },
  check({ name, rules }, { validate, routes }) {
    const ofRules = formMistakes(rules, ['rules'])
    if (ofRules.length > 0) return ofRules
    if (!templateNames().includes(name)) {
      const message = `there is no file search-templates/${name}.yml in CONFIG_DIR`
      return [
        {
          path: ['name'],
          rule: 'template-missing',
          message,
          remedy: didYouMean(name, templateNames()),
        },
      ]
    }
    const { template, mistakes, placeAll } = readTemplate(name, validate)
    const refused = template ? placeAll(ruleMistakes(template, rules, routes)) : []
    return [...mistakes, ...refused].map((mistake) => ({
      ...mistake,
      path: ['name'],
      location: mistake,
    }))
  },
  cost: ({ name, rules }) => highestCost(templateNamed(name), rules),
  backends: ({ name, rules }) => ({
    ...backendsOf(rules),
    advice: () => unknownFieldAdvice(rules, ['rules']),
    unknownFields(known) {
      const { template, placeAll } = readTemplate(name)
      const found = template ? placeAll(unknownFields(template, rules, known)) : []
      return found.map((one) => ({ ...one, path: ['name'], location: one }))
    },
  }),
  create({ name, rules }, surroundings: GatewayView) {
    const declared = templateNamed(name)
    const asked = explainable(declared)
    const { maxAge } = asked
    const caching = maxAge > 0 ? `private, max-age=${maxAge}` : 'private, no-cache'
    const stepFor = byPlan(plansIn(rules), (plan) => ({
      askFor: askerOf(asked, rulesFor(rules, plan)),
      recentTags: new LRUCache<string, string>({ max: remembered, ttl: 1000 * maxAge }),
    }))
    const { cost } = checkTemplate(declared, rulesFor(rules, defaultPlan))
    surroundings.operations?.set(name, operationOf(asked, cost))

    return async function searchTemplate(context, req, res) {
      const values = valuesIn(req, context.route ?? '', asked.parameters)
      const { askFor, recentTags } = stepFor(context.caller.plan)
      if (asked.jsonLd !== undefined) res.appendHeader('Vary', 'Accept')
      const form = answerForm(asked, req.headers.accept)
      // short-lived objects cost less than remembered ones: not the search, only the tag
      const call = JSON.stringify([form, ...values])
      const held = req.headers['if-none-match']
      const recent = held === undefined ? undefined : recentTags.get(call)
      if (recent !== undefined && isHeld(recent, held)) {
        context.result = notChanged(recent, caching)
        return undefined
      }
      const search = askFor(values)
      reportCost(res, search)
      const answer = (found: SearchAnswer, version: string): Result => {
        const data = inForm(form, asked, dataOf(asked, values, found, version))
        const tag = entityTag(data)
        if (maxAge > 0) recentTags.set(call, tag)
        if (isHeld(tag, held)) return notChanged(tag, caching)
        const headers = { ETag: tag, 'Cache-Control': caching }
        const json = [Buffer.from(data)]
        if (form === 'application/json') return { json, headers }
        return { json, headers: { ...headers, 'Content-Type': form }, isWhole: true }
      }
      context.search = { ...search, answer }
      return undefined
    }
  },
})

/** `data` of an answer, or the one hit in it as JSON-LD. */
function inForm(form: AnswerForm, { answer, jsonLd }: SearchTemplate, data: string): string {
  if (form === 'application/json' || answer.kind !== 'one' || jsonLd === undefined) return data
  return JSON.stringify(jsonLdOf(jsonLd, JSON.parse(data)[answer.name]))
}

function notChanged(tag: string, caching: string) {
  return {
    status: 304,
    data: undefined,
    headers: { ETag: tag, 'Cache-Control': caching },
  } as const
}

/** @throws Error when the file cannot be used: what the check of a start has found with places. */
function templateNamed(name: string): SearchTemplate {
  const { template, mistakes } = readTemplate(name)
  if (template) return template
  const [first] = mistakes
  throw new Error(
    first ? `${first.message}: ${first.remedy}` : `search template "${name}" is not usable`,
  )
}

export const { version, policies, schema, init } = definePlugin(searchTemplate)
