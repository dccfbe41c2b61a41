import { isObject } from '../config/objects.js'
import type { Access } from './access.js'
import {
  type Client,
  type ClientSettings,
  elasticsearchClient,
  errors,
  readStatusCode,
} from './client.js'
import { type DataSource, parseSources } from './data-source.js'

/** Timeout of one request to one node, in milliseconds. */
const deadlineMs = 5000

/** Maximum size of an answer, in bytes: it is held in memory. */
const maxResponseSize = 16 * 1024 * 1024

/** Indices that are missing have no fields and no documents. */
const lenient = 'ignore_unavailable=true&allow_no_indices=true'

/**
 * The fields of an index family, without metadata and objects: name → type → capabilities. The
 * privilege `read` is sufficient, but aliases, runtime fields and semantic_text are not shown as
 * such. @throws Error as `searchFamily`.
 */
export async function fieldsOf(access: Access, prefix: string): Promise<Record<string, unknown>> {
  const query = `fields=*&filters=-metadata,-parent&${lenient}`
  const { fields } = toObject(await requestAny(access, `/${prefix}*/_field_caps?${query}`))
  return toObject(fields)
}

/**
 * The mappings of an index family: index → `{mappings: {properties, runtime, dynamic}}`. Needs the
 * privilege `view_index_metadata`. @throws Error as `searchFamily`.
 */
export async function readMappings(
  access: Access,
  prefix: string,
): Promise<Record<string, unknown>> {
  return toObject(await requestAny(access, `/${prefix}*/_mapping?${lenient}`))
}

/**
 * Where the data of an index family comes from, as far as the loader has recorded it. Needs the
 * privilege `view_index_metadata`. @throws Error as `searchFamily`.
 */
export async function readDataSources(access: Access, prefix: string): Promise<DataSource[]> {
  const path = `/${prefix}*/_mapping?filter_path=*.mappings._meta&${lenient}`
  const indices = Object.values(toObject(await requestAny(access, path)))
  return indices.flatMap((index) => parseSources(toObject(toObject(index).mappings)._meta))
}

/**
 * The response to a search of an index family. @throws Error when no node answers with an object; it
 * contains no text of an answer.
 */
export async function searchFamily(
  access: Access,
  prefix: string,
  body: object,
): Promise<Record<string, unknown>> {
  return toObject(await requestAny(access, `/${prefix}*/_search?${lenient}`, body))
}

/**
 * How many processors the data nodes may use. Needs the privilege `monitor`. @throws Error when the
 * engine does not tell.
 */
export async function readProcessors(access: Access): Promise<number> {
  const path = '/_nodes/os?filter_path=nodes.*.roles,nodes.*.os.allocated_processors'
  const { nodes } = toObject(await requestAny(access, path))
  const told = Object.values(toObject(nodes)) as {
    roles: string[]
    os?: { allocated_processors: number }
  }[]
  const withData = told.filter(({ roles }) => roles.some((role) => role.startsWith('data')))
  const sum = withData.reduce((total, { os }) => total + Number(os?.allocated_processors), 0)
  if (!(sum > 0)) throw new Error('its answer names no data node')
  return sum
}

/**
 * The red indices of some families, by an empty search of them all: the privilege `read` is
 * sufficient, where the health of an index needs `monitor`. None is known of nodes that do not
 * answer in time.
 */
export async function readRedIndices(
  access: Access,
  prefixes: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const families = prefixes.map((prefix) => `${prefix}*`)
  const path = `/${families}/_search?${lenient}&allow_partial_search_results=false`
  const search = { method: 'POST', path, body: { size: 0, track_total_hits: false } }
  const settings = { requestTimeout: timeoutMs, maxRetries: 0 }
  return withClient(access, settings, async ({ transport }) => {
    const ask = () =>
      transport.request(search, { meta: true, ignore: [503] }).catch(() => undefined)
    const answers = await Promise.all(access.nodes.map(ask)) // the client takes turns
    return answers.flatMap((answer) =>
      answer?.statusCode === 503 ? (findMissingShards(JSON.stringify(answer.body)) ?? []) : [],
    )
  })
}

/**
 * How many documents a search has found, by its response. @throws Error when it does not say.
 */
export function readTotal({ hits }: Record<string, unknown>): number {
  const { value } = toObject(toObject(hits).total)
  if (typeof value !== 'number') throw new Error('its answer does not count the documents')
  return value
}

/** @throws Error when it is not an object. */
export function toObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Error('its answer has an unexpected form')
  return value
}

/** Tries one node after the other. */
function requestAny(access: Access, path: string, body?: object): Promise<unknown> {
  const settings = {
    requestTimeout: deadlineMs,
    maxRetries: access.nodes.length - 1,
    retryOnTimeout: true,
    maxResponseSize,
  }
  return withClient(access, settings, async ({ transport }) => {
    const request = { method: body ? 'POST' : 'GET', path, ...(body && { body }) }
    return transport.request(request).catch((error: unknown) => {
      throw toFailure(error)
    })
  })
}

function toFailure(error: unknown): Error {
  const status = readStatusCode(error)
  if (status !== undefined) return new Error(`it answered ${status}`)
  const { name, message } = error as Error
  return new Error(
    `it did not answer (${error instanceof errors.ConnectionError ? message : name})`,
  )
}

async function withClient<Result>(
  access: Access,
  settings: ClientSettings,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = elasticsearchClient(access, settings)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

/**
 * The indices that a 503 of a search names because no node serves some of their shards: the node
 * that answers is healthy, an index is red. Undefined when it says something else.
 */
export function findMissingShards(text: string): string[] | undefined {
  if (readErrorType(text) !== 'search_phase_execution_exception') return undefined
  const named = [...text.matchAll(/\[([a-z0-9._-]{1,255})\]\[\d+\]/g)].map(([, index]) => index!)
  return named.length > 0 ? [...new Set(named)] : ['a searched index']
}

function readErrorType(text: string): unknown {
  try {
    const { error } = JSON.parse(text)
    return isObject(error) ? error.type : undefined
  } catch {
    return undefined
  }
}
