import { validationError } from '../../kit/api/errors.js'
import { counter } from '../../kit/metrics/prometheus.js'
import { charged } from '../kit/charged.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { reportCost } from '../kit/report-cost.js'
import { byPlan, plansIn, rulesFor } from '../kit/rules/by-plan.js'
import { formMistakes, openedMistakes } from '../kit/rules/mistakes.js'
import { backendsOf, paramSchemas, type SearchRulesParams } from '../kit/rules/params.js'
import { unknownFieldAdvice } from '../kit/rules/unknown-fields.js'
import { validatorOf } from '../kit/rules/validator.js'
import { requestText } from './request-text.js'

const countRefusal = counter({
  name: 'directory_search_refusals_total',
  help: 'Searches refused by the rules, by the parameter that refuses.',
  labels: ['rule'],
})
/** Validates the search request by the grammar of what may pass, and rewrites it for the engine. */
const searchRules = definePolicy<SearchRulesParams, 'caller' | 'authorized'>({
  name: 'search-rules',
  params: paramSchemas,
  required: ['indexPrefixes'],
  provides: ['search'],
  // the rules are revealed only to a caller with a credential and its scope
  place: { needs: ['caller', 'authorized'] },
  check: (params) => [...formMistakes(params), ...openedMistakes(params)],
  backends: (params) => ({
    ...backendsOf(params),
    advice: () => unknownFieldAdvice(params),
  }),
  create(params) {
    const validatorFor = byPlan(plansIn(params), (plan) => {
      const rules = rulesFor(params, plan)
      return validatorOf(rules)
    })

    return async function searchRules(context, req, res) {
      const validate = validatorFor(context.caller.plan)
      const text = await requestText(req, context.maxBodyBytes)
      const result = charged(req, () => validate(text))
      if ('problems' in result) {
        for (const rule of result.broken) countRefusal([rule])
        throw validationError(result.problems, result.broken)
      }
      context.search = result.search
      reportCost(res, result.search)
      return undefined
    }
  },
})

export const { version, policies, schema, init } = definePlugin(searchRules)
