import { readBody } from '../../kit/api/body.js'
import { validationError } from '../../kit/api/errors.js'
import { accessOf } from '../../kit/elasticsearch/access.js'
import { log } from '../../kit/log/log.js'
import { counter } from '../../kit/metrics/metrics.js'
import { accessNames } from '../kit/engine-access.js'
import { fieldCatalogOf } from '../kit/field-catalog.js'
import { definePlugin, definePolicy, joinPlugins } from '../kit/plugin.js'
import { reportCost } from './cost/report-cost.js'
import { explain } from './explain.js'
import {
  formMistakes,
  openedMistakes,
  paramSchemas,
  type SearchRulesParams,
} from './grammar/settings.js'
import { mcp } from './mcp/index.js'
import { question } from './question/index.js'
import { validatorOf } from './validate/request.js'

const countRefusal = counter({
  name: 'directory_search_refusals_total',
  help: 'Searches that the rules refused, by the kind of rule.',
  labels: ['rule'],
})
/** Validates the search request by the grammar of what may pass, and rewrites it for the engine. */
const searchRules = definePolicy<SearchRulesParams, 'caller' | 'authorized'>({
  name: 'search-rules',
  params: paramSchemas,
  required: ['indexPrefixes'],
  gives: ['search'],
  // the rules are revealed only to a caller with a credential and its scope
  place: { needs: ['caller', 'authorized'] },
  check: (params) => [...formMistakes(params), ...openedMistakes(params)],
  backends: ({ engine, indexPrefixes }) =>
    engine ? { searched: { engine: accessOf(engine, accessNames), prefixes: indexPrefixes } } : {},
  create(params) {
    const { engine, indexPrefixes } = params
    const validate = validatorOf(
      params,
      engine && fieldCatalogOf(accessOf(engine, accessNames), indexPrefixes),
    )
    let reports = 0

    return async function searchRules(context, req, res) {
      const result = validate(await readBody(req, context.maxBodyBytes))
      if ('problems' in result) {
        for (const rule of result.broken) countRefusal([rule])
        throw validationError(result.problems)
      }
      if (result.reported.length > 0) {
        reports++
        log.warn(
          { requestId: context.requestId, problems: result.reported, reports },
          'search-rules: would refuse',
        )
      }
      context.search = result.search
      reportCost(res, result.search)
      return undefined
    }
  },
})

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(searchRules),
  definePlugin(explain),
  definePlugin(question),
  definePlugin(mcp),
)
