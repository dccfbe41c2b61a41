import { validationError } from '../../kit/api/errors.js'
import { parseExact } from '../../kit/api/json.js'
import type { SearchAnswer } from '../kit/context.js'
import { exactly } from '../kit/declared-operation.js'
import type { SearchRulesParams } from '../kit/rules/params.js'
import { validatorOf } from '../kit/rules/validator.js'
import { vocabulary } from '../kit/vocabulary.js'
import { boundedResult } from './bounded.js'
import { type Tool, withAdditions, withMeta } from './tool.js'

/** Greatest size of an answer, in bytes. */
const maxBytes = 8192

/** Its name says what the documents are, as far as a plugin has told. */
export const searchToolName = () => `search_${vocabulary.documents?.noun ?? 'documents'}`

const outputSchema = withAdditions(
  exactly(
    {
      ...{ results: { type: 'array', items: { type: 'object' } }, total: { type: 'integer' } },
      ...{ index: { type: 'string' }, version: { type: 'string' } },
      aggregations: { type: 'object' },
    },
    ['aggregations'],
  ),
)

/** The tool of the free search, under its rules. */
export function searchTool(rules: SearchRulesParams): Tool {
  const { indexPrefixes } = rules
  const validate = validatorOf(rules)
  return {
    name: searchToolName(),
    title: 'Search by a query of Elasticsearch',
    description:
      'Any search that the rules allow, as a body of Elasticsearch 9. Ask describe_fields ' +
      'for the names of fields.',
    inputSchema: {
      type: 'object',
      properties: {
        index: { type: 'string', description: `Index pattern: ${indexPrefixes.join('*, ')}*.` },
        body: {
          type: 'object',
          description: 'Body of the search: query, aggs, sort, size, _source, …',
        },
      },
      required: ['index', 'body'],
      additionalProperties: false,
    },
    outputSchema,
    call(args) {
      const result = validate(JSON.stringify(args))
      if ('problems' in result) throw validationError(result.problems)
      const { search } = result
      const remedy = 'narrow the query, or ask for fewer fields by _source'
      const resultOf = (found: SearchAnswer, version: string, meta: object) => {
        const { results, count, total, aggregations } = found
        const data = {
          results: parseExact(results.toString()),
          ...{ total: total?.value ?? count, index: search.index, version },
          ...(aggregations && { aggregations: parseExact(aggregations.toString()) }),
          ...withMeta(meta),
        }
        return boundedResult(data, { maxBytes, list: 'results', remedy })
      }
      return {
        searchFor: (reply) => ({
          ...search,
          answer: (...answered) => reply(() => resultOf(...answered)),
        }),
      }
    },
  }
}
