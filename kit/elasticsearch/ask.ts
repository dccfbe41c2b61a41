import { isObject } from '../config/objects.js'
import { type Access, authorizationOf } from './access.js'
import { type DataSource, sourcesIn } from './data-source.js'
import { missingShardsIn } from './missing-shards.js'
import { call, type ProbeOptions, probe } from './probe.js'

/** Timeout of one request to one node, in milliseconds. */
const deadlineMs = 5000

/** Indices that are missing have no fields and no documents. */
const lenient = 'ignore_unavailable=true&allow_no_indices=true'

/** The credential and the CA for requests to an engine's nodes. */
export function nodeOptions(access: Access): Pick<ProbeOptions, 'headers' | 'ca'> {
  const authorization = authorizationOf(access)
  return {
    ...(authorization !== undefined && { headers: { authorization } }),
    ...(access.ca !== undefined && { ca: access.ca }),
  }
}

/**
 * The fields of an index family, without metadata and objects: name → type → capabilities. The
 * privilege `read` is sufficient, but aliases, runtime fields and semantic_text are not shown as
 * such. @throws Error as `searchFamily`.
 */
export async function fieldsOf(access: Access, prefix: string): Promise<Record<string, unknown>> {
  const query = `fields=*&filters=-metadata,-parent&${lenient}`
  const { fields } = objectIn(await requestAny(access, `/${prefix}*/_field_caps?${query}`))
  return objectIn(fields)
}

/**
 * The mappings of an index family: index → `{mappings: {properties, runtime, dynamic}}`. Needs the
 * privilege `view_index_metadata`. @throws Error as `searchFamily`.
 */
export async function mappingsOf(access: Access, prefix: string): Promise<Record<string, unknown>> {
  return objectIn(await requestAny(access, `/${prefix}*/_mapping?${lenient}`))
}

/**
 * Where the data of an index family comes from, as far as the loader has recorded it. Needs the
 * privilege `view_index_metadata`. @throws Error as `searchFamily`.
 */
export async function dataSourcesOf(access: Access, prefix: string): Promise<DataSource[]> {
  const path = `/${prefix}*/_mapping?filter_path=*.mappings._meta&${lenient}`
  const indices = Object.values(objectIn(await requestAny(access, path)))
  return indices.flatMap((index) => sourcesIn(objectIn(objectIn(index).mappings)._meta))
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
  return objectIn(await requestAny(access, `/${prefix}*/_search?${lenient}`, body))
}

/**
 * The red indices of some families, by an empty search of them all: the privilege `read` is
 * sufficient, where the health of an index needs `monitor`. None is known of nodes that do not
 * answer in time.
 */
export async function redIndicesOf(
  access: Access,
  prefixes: readonly string[],
  timeoutMs: number,
): Promise<string[]> {
  const families = prefixes.map((prefix) => `${prefix}*`)
  const path = `/${families}/_search?${lenient}&allow_partial_search_results=false`
  const body = { size: 0, track_total_hits: false }
  const options = { timeoutMs, withBody: true, body, ...nodeOptions(access) } as const
  const answers = await Promise.all(access.nodes.map((node) => probe(node + path, options)))
  return answers.flatMap((answer) =>
    answer?.status === 503 ? (missingShardsIn(answer.body) ?? []) : [],
  )
}

/**
 * How many documents a search has found, by its response. @throws Error when it does not say.
 */
export function totalIn({ hits }: Record<string, unknown>): number {
  const { value } = objectIn(objectIn(hits).total)
  if (typeof value !== 'number') throw new Error('its answer does not count the documents')
  return value
}

/**
 * Columns of one of the engine's tables (`_cat`), by row; sizes in bytes. Needs the privilege
 * `monitor`. @throws Error as `searchFamily`.
 */
export async function tableOf(
  access: Access,
  table: string,
  columns: readonly string[],
): Promise<Record<string, unknown>[]> {
  const query = `format=json&bytes=b&h=${columns}`
  const rows = await requestAny(access, `/_cat/${table}?${query}`)
  return Array.isArray(rows) ? rows.map(objectIn) : []
}

/** @throws Error when it is not an object. */
export function objectIn(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Error('its answer has an unexpected form')
  return value
}

/** Tries one node after the other. */
async function requestAny(access: Access, path: string, body?: object): Promise<unknown> {
  const options = { timeoutMs: deadlineMs, withBody: true, ...nodeOptions(access) } as const
  let last = new Error('it has no node')
  for (const node of access.nodes) {
    try {
      const answer = await call(node + path, { ...options, ...(body && { body }) })
      if (answer.status === 200) return JSON.parse(answer.body)
      last = new Error(`it answered ${answer.status}`)
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException
      last = new Error(`it did not answer (${code ?? name})`)
    }
  }
  throw last
}
