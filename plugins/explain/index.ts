import { readBody } from '../../kit/api/body.js'
import { fieldErrors, validationError } from '../../kit/api/errors.js'
import { type Cost, rounded } from '../../packages/query-guard/src/cost/cost.js'
import { rulesParam } from '../../packages/query-guard/src/grammar/rules-param.js'
import {
  catalogOf,
  defaultMaxCost,
  type SearchRulesParams,
} from '../../packages/query-guard/src/grammar/settings.js'
import { limitsOf } from '../../packages/query-guard/src/rule/limits.js'
import { formMistakes } from '../../packages/query-guard/src/validate/mistakes.js'
import { validatorOf } from '../../packages/query-guard/src/validate/request.js'
import { pathText } from '../kit/body-path.js'
import { byPlan, plansIn, rulesFor } from '../kit/plan-rules.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'

/** How many of the most expensive parts are listed; an ordinary query has a handful. */
const maxParts = 100

/** Reports what the rules say about a search, and its cost, without asking the engine. */
const explain = definePolicy<{ rules: SearchRulesParams }, 'caller' | 'authorized'>({
  name: 'explain',
  params: {
    rules: rulesParam('Parameters of the search rules to explain, by an alias (*rules).'),
  },
  required: ['rules'],
  role: 'answer',
  place: { needs: ['caller', 'authorized'], after: ['budget'] },
  check: ({ rules }) => formMistakes(rules, ['rules']),
  create({ rules }) {
    const explainerFor = byPlan(plansIn(rules), (plan) => explainerOf(rulesFor(rules, plan)))

    return async function explain(context, req) {
      const { validate, maxCost, limits } = explainerFor(context.caller.plan)
      const result = validate(await readBody(req, context.maxBodyBytes))
      const problems = 'problems' in result ? result.problems : {}
      const { cost } = result
      if (!cost) throw validationError(problems)
      const search = 'search' in result ? result.search : undefined
      const explanation = {
        accepted: search !== undefined,
        problems: fieldErrors(problems),
        cost: { total: rounded(cost.total), cap: maxCost, parts: partsOf(cost) },
        budget: context.budget ?? null,
        limits,
      }
      // the body is returned as the text that the engine would get: parsing would round its
      // integers
      const shown = search
        ? `{"index":${JSON.stringify(search.index)},"body":${search.ownBody ?? search.body}}`
        : 'null'
      const json = `${JSON.stringify(explanation).slice(0, -1)},"search":${shown}}`
      context.result = { json: [Buffer.from(json)], headers }
      return undefined
    }
  },
})

/** What the answers are made with under some rules. */
function explainerOf(rules: SearchRulesParams) {
  const { maxCost = defaultMaxCost, limits } = rules
  return {
    validate: validatorOf(rules, catalogOf(rules), true),
    maxCost,
    limits: { ...limitsOf(limits), maxCost },
  }
}

/** The answer shows what is left of the caller's own limit. */
const headers = { 'Cache-Control': 'no-store' }

/** The parts by their paths, the most expensive first. */
function partsOf({ parts = [] }: Cost): { path: string; cost: number }[] {
  const costs = new Map<string, number>()
  for (const { path, cost } of parts) {
    const place = pathText(path)
    costs.set(place, (costs.get(place) ?? 0) + cost)
  }
  return [...costs]
    .map(([path, cost]) => ({ path, cost: Math.round(cost * 1000) / 1000 }))
    .sort((one, other) => other.cost - one.cost)
    .slice(0, maxParts)
}

export const { version, policies, schema, init } = definePlugin(explain)
