import { isObject } from '../../kit/config/objects.js'
import { toTemplate } from '../../routes/path.js'
import {
  type DeclaredOperation,
  exactly,
  headersNamed,
  ifNoneMatch,
  rateLimits,
  ref,
  type Schema,
} from '../kit/declared-operation.js'
import type { Document } from './document-file.js'

/** The call whose ways to authenticate and refusals the search templates share. */
const search = '/api/v1/organizations/search'

/** A document with the operation of a search template. @param route Its path, as in the YAML. */
export function withTemplate(
  document: Document,
  route: string,
  declared: DeclaredOperation,
): Document {
  const path = toTemplate(route)
  const { paths, components } = document
  const { operationId, data } = declared
  const name = operationId[0]!.toUpperCase() + operationId.slice(1)
  return {
    ...document,
    paths: { ...paths, [path]: { ...paths[path], get: operationOf(document, declared, name) } },
    components: {
      ...components,
      schemas: {
        ...components.schemas,
        [`${name}Answer`]: data,
        [`${name}AnswerEnvelope`]: envelopeOf(`${name}Answer`),
      },
    },
  }
}

function operationOf({ paths }: Document, declared: DeclaredOperation, name: string) {
  const { operationId, summary, description, parameters, mayBeMissing, isLinkedData } = declared
  const { security, responses } = (paths[search]?.post ?? {}) as Record<string, Schema>
  const { 200: _, ...refusals } = responses ?? {}
  return {
    operationId,
    tags: ['Organizations'],
    summary,
    description: `${description}${isLinkedData ? linkedData : ''}`,
    'x-addition': true,
    security,
    parameters: [...parameters, ifNoneMatch],
    responses: {
      200: {
        description: `${summary}: done.`,
        headers: headersNamed([
          'X-Request-Id',
          ...rateLimits,
          'X-Query-Cost',
          'ETag',
          'Cache-Control',
        ]),
        content: { 'application/json': { schema: ref(`${name}AnswerEnvelope`) } },
      },
      304: {
        description: 'Nothing has changed.',
        headers: headersNamed(['X-Request-Id', 'ETag', ...rateLimits]),
      },
      ...(mayBeMissing && { 404: { $ref: '#/components/responses/NOT_FOUND' } }),
      ...(isObject(refusals) ? refusals : {}),
    },
  }
}

/** In words: with a second media type, generated clients would have other types for the first. */
const linkedData =
  '\n\n`Accept: application/ld+json` gets it as JSON-LD of schema.org, without an envelope.'

function envelopeOf(data: string): Schema {
  const status = { type: 'string', const: 'success' }
  return exactly({ status, data: ref(data), meta: ref('SearchMeta') })
}
