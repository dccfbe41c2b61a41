import { readBody } from '../../kit/api/body.js'
import { fieldErrors, validationError } from '../../kit/api/errors.js'
import { makeExplainer } from '../../packages/query-guard/src/index.js'
import { charged } from '../kit/charged.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { byPlan, plansIn, rulesFor } from '../kit/rules/by-plan.js'
import { formMistakes } from '../kit/rules/mistakes.js'
import { catalogOf, rulesParam, type SearchRulesParams } from '../kit/rules/params.js'

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
    const explainerFor = byPlan(plansIn(rules), (plan) => {
      const ofPlan = rulesFor(rules, plan)
      return makeExplainer(ofPlan, catalogOf(ofPlan))
    })

    return async function explain(context, req) {
      const explained = explainerFor(context.caller.plan)
      const text = await readBody(req, context.maxBodyBytes)
      const { problems, cost, limits, search } = charged(req, () => explained(text))
      if (!cost) throw validationError(problems)
      const explanation = {
        accepted: search !== undefined,
        problems: fieldErrors(problems),
        cost,
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

/** The answer shows what is left of the caller's own limit. */
const headers = { 'Cache-Control': 'no-store' }

export const { version, policies, schema, init } = definePlugin(explain)
