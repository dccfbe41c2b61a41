import { type DeclaredOperation, exactly, ref, type Schema } from '../../declared-operation.js'
import { vocabulary } from '../../vocabulary.js'
import type { SearchTemplate } from '../fill/search-template.js'
import { shownAs } from '../parameters/declare.js'
import { isList, type Parameter } from '../parameters/parameter.js'
import { mostOthers } from '../parameters/places.js'
import { isExplainable } from './answer.js'

/** The operation of a search template, for the OpenAPI document. */
export function toOperation(template: SearchTemplate): DeclaredOperation {
  const { name, title, description, parameters, answer } = template
  return {
    operationId: name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: title,
    description,
    parameters: [...parameters.values()].map(parameterOf),
    data: (record) => dataSchema(template, record),
    mayBeMissing: answer.kind === 'one',
    isLinkedData: template.jsonLd !== undefined,
  }
}

function parameterOf(parameter: Parameter): Schema {
  const { name, isInPath, isRequired, description, schema, example } = parameter
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath || isRequired,
    description,
    ...(isList(parameter) && { style: 'form', explode: false }),
    schema,
    ...(example !== undefined && !isList(parameter) && { example: shownAs(schema, example) }),
  }
}

const degrees = { type: 'number', format: 'double' }
const count = { type: 'integer', format: 'int64', minimum: 0 }

const makePlace = () =>
  exactly(
    {
      ...{ lat: degrees, lon: degrees },
      name: { type: 'string', description: vocabulary.places?.description ?? 'Its name.' },
      otherPlaces: {
        ...{ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: mostOthers },
        description: 'Other places of its name.',
      },
    },
    ['name', 'otherPlaces'],
  )

const search = exactly({
  index: { type: 'string' },
  body: { type: 'object', additionalProperties: true },
})

/**
 * Schema of `data` of an answer (answer.ts makes it).
 * @param record That of a record in it. @param facetCount That of a value in a facet.
 */
export function dataSchema(
  template: SearchTemplate,
  record: Schema,
  facetCount: Schema = ref('FacetCount'),
): Schema {
  const { answer, facets, parameters } = template
  const explained = isExplainable(template) ? { search } : {}
  if (answer.kind === 'one') return exactly({ ...explained, [answer.name]: record }, ['search'])
  const records = { type: 'array', items: record }
  if (answer.kind === 'list') return exactly({ ...explained, [answer.name]: records }, ['search'])
  const facetCounts = { type: 'array', items: facetCount }
  const isPaged = parameters.get('page')?.type === 'page'
  const isPlaced = [...parameters.values()].some(({ type }) => type === 'place')
  return exactly(
    {
      ...{ results: records, total: count, index: { type: 'string' }, version: { type: 'string' } },
      ...(facets.size > 0 && {
        facets: exactly(Object.fromEntries([...facets.keys()].map((name) => [name, facetCounts])), [
          ...facets.keys(),
        ]),
      }),
      ...(isPlaced && { place: makePlace() }),
      ...(isPaged && { page: { ...count, minimum: 1 }, pages: count }),
      ...explained,
    },
    ['facets', 'place', 'search'],
  )
}
