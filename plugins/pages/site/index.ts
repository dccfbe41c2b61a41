import type { IncomingMessage } from 'node:http'
import { dataOf } from '../../../directory/templates/answer.js'
import { askerOf } from '../../../directory/templates/ask.js'
import { callOf } from '../../../directory/templates/call.js'
import { highestCost } from '../../../directory/templates/check-template.js'
import type { Values } from '../../../directory/templates/fragment.js'
import { templateMistakes, templateNamed } from '../../../directory/templates/named.js'
import type { SearchTemplate } from '../../../directory/templates/search-template.js'
import type { Result } from '../../../kit/api/envelope.js'
import type { SearchAnswer } from '../../kit/context.js'
import { definePolicy } from '../../kit/plugin.js'
import { reportCost } from '../../kit/report-cost.js'
import { byPlan, plansIn, rulesFor } from '../../kit/rules/by-plan.js'
import { formMistakes } from '../../kit/rules/mistakes.js'
import {
  backendsOf,
  catalogOf,
  rulesParam,
  type SearchRulesParams,
} from '../../kit/rules/params.js'
import { unknownFieldAdvice } from '../../kit/rules/unknown-fields.js'
import { askedBy, templateNames } from './asked.js'
import { addressOf, loadRenderer, pagesOf } from './renderer.js'

/** Parameters of the policy, as in the YAML. */
interface SiteParams {
  rules: SearchRulesParams
}

/** Fills the search template that a page of the site shows; what it finds becomes the page. */
export const site = definePolicy<SiteParams, 'caller' | 'authorized' | 'isForBrowser'>({
  name: 'site',
  params: { rules: rulesParam('Parameters of the search rules that validate the templates.') },
  required: ['rules'],
  provides: ['search'],
  place: { needs: ['caller', 'authorized', 'isForBrowser'], servesAnonymous: true },
  check({ rules }, view) {
    const ofRules = formMistakes(rules, ['rules'])
    if (ofRules.length > 0) return ofRules
    return templateNames.flatMap((name) => templateMistakes(name, ['rules'], rules, view))
  },
  cost: ({ rules }) =>
    Math.max(...templateNames.map((name) => highestCost(templateNamed(name), rules))),
  backends: ({ rules }) => ({
    ...backendsOf(rules),
    advice: () => unknownFieldAdvice(rules, ['rules']),
  }),
  create({ rules }, gateway) {
    const pagesWith = pagesOf(gateway)
    const served = new Map(
      templateNames.map((name) => [name, servedBy(templateNamed(name), rules)]),
    )

    return async function site(context, req, res) {
      const renderer = await loadRenderer()
      const asked = askedBy(addressOf(req), renderer)
      const { template, call, ofPlan, caching } = served.get(asked.template)!
      const read = asked.valuesWith(template)
      if (!context.isForBrowser) {
        call(context, req, res, read)
        return undefined
      }
      const { catalog, askFor } = ofPlan(context.caller.plan)
      const answerOf =
        (values: Values) =>
        (found: SearchAnswer, version: string, meta: object): Result => {
          const data = JSON.parse(dataOf(template, values, found, version))
          const path = asked.pathOf?.(data)
          if (path !== undefined && isOther(path, req)) return moved(path, caching)
          const jsonLd = asked.jsonLdOf?.(template, data)
          const content = { data, meta, ...(jsonLd && { jsonLd }) }
          return pagesWith(renderer).answer(req, content, caching)
        }
      context.search = askFor(read(catalog?.byState?.(template.index)))(answerOf)
      reportCost(res, context.search)
      return undefined
    }
  },
})

/** A template, and how it is called. */
function servedBy(template: SearchTemplate, rules: SearchRulesParams) {
  const ofPlan = byPlan(plansIn(rules), (plan) => {
    const own = rulesFor(rules, plan)
    return { catalog: catalogOf(own), askFor: askerOf(template, own) }
  })
  const caching = `private, max-age=${template.maxAge}`
  return { template, ofPlan, caching, call: callOf(template, rules) }
}

/** Whether a request is for another path; browsers may encode the same one in another way. */
function isOther(path: string, req: IncomingMessage): boolean {
  return decodeURIComponent(path) !== decodeURIComponent(addressOf(req).path)
}

/** The answer at another address of a page: its own, relative, as proxies may add to it. */
function moved(path: string, caching: string): Result {
  const Location = path.slice(path.lastIndexOf('/') + 1)
  return { status: 301, data: {}, headers: { Location, 'Cache-Control': caching } }
}
