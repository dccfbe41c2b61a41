import { availableParallelism } from 'node:os'
import { defaultSearchOptions, type Engine, type SearchOptions } from './engine.js'
import { contentError, illegalArgument, parsingError, unsupported } from './errors.js'
import { parseExact } from './exact-json.js'
import { fieldCaps } from './field-caps.js'
import { lacksCall, unknownName } from './lacking.js'
import { isObject, type Json } from './queries/options.js'

/** What a call answers: JSON, or nothing but a status. */
export interface Answer {
  status: number
  body?: unknown
}

/** A call as it came: path pieces, query parameters and body. */
export interface Call {
  engine: Engine
  path: readonly string[]
  query: URLSearchParams
  body: Buffer
}

interface Route {
  methods: readonly string[]
  path: RegExp
  /** Query parameters taken besides the common ones; others are refused. */
  parameters: readonly string[]
  run(call: Call): Answer
}

/** The version of Elasticsearch whose answers the engine gives. */
export const version = '9.5.3'

/** Names of indices, aliases or patterns; what begins with an underscore is a call. */
const indexName = '([^/_][^/]*|_all)'

/** Parameters that every call takes. */
const commonParameters = ['filter_path', 'human', 'pretty', 'error_trace']

const writeParameters = [
  'refresh',
  'timeout',
  'wait_for_active_shards',
  'master_timeout',
  'require_alias',
]
const targetParameters = ['ignore_unavailable', 'allow_no_indices', 'expand_wildcards']
const searchParameters = [
  ...targetParameters,
  'allow_partial_search_results',
  'batched_reduce_size',
  'ccs_minimize_roundtrips',
  'max_concurrent_shard_requests',
  'pre_filter_shard_size',
  'preference',
  'request_cache',
  'search_type',
  'ignore_throttled',
  'size',
  'from',
  'track_total_hits',
  'timeout',
]

const refreshed = { _shards: { total: 1, successful: 1, failed: 0 } }

const routes: readonly Route[] = [
  route('GET HEAD', '/', [], () =>
    ok({
      name: 'embedded',
      cluster_name: 'embedded',
      version: { number: version },
      tagline: 'You Know, for Search',
    }),
  ),
  route('GET', '/_cluster/health', ['wait_for_status', 'timeout'], ({ engine }) =>
    ok(engine.health()),
  ),
  route('GET', '/_nodes/os', [], () => {
    const os = { allocated_processors: availableParallelism() }
    return ok({ nodes: { embedded: { roles: ['data'], os } } })
  }),
  route('GET', '/_cat/indices', ['format', 'h', 's', 'v'], ({ engine }) => ok(engine.catIndices())),
  route(
    'POST PUT',
    '/_index_template/:name',
    ['create', 'master_timeout'],
    ({ engine, path, body }) => ok(engine.putTemplate(path[0]!, object(body))),
  ),
  route('HEAD', '/_index_template/:name', [], ({ engine, path }) =>
    foundAnswer(engine.indices.hasTemplate(path[0]!)),
  ),
  route('DELETE', '/_index_template/:name', ['master_timeout'], ({ engine, path }) => {
    return { ...foundAnswer(engine.indices.deleteTemplate(path[0]!)), body: { acknowledged: true } }
  }),
  route('POST', '/_aliases', writeParameters, ({ engine, body }) =>
    ok(engine.updateAliases(object(body))),
  ),
  route('HEAD', '/_alias/:name', [], ({ engine, path }) =>
    foundAnswer(engine.indices.membersOf(path[0]!).length > 0),
  ),
  route('GET', '/_alias/:name', targetParameters, ({ engine, path }) => aliases(engine, path[0]!)),
  route('PUT POST', '/_bulk', writeParameters, ({ engine, body }) => ok(engine.bulk(body))),
  route('GET POST', '/_refresh', targetParameters, () => ok(refreshed)),
  route('GET POST', '/_search', searchParameters, (call) => search({ ...call, path: [''] })),
  route('GET POST', '/_count', targetParameters, (call) => count({ ...call, path: [''] })),
  route('DELETE', '/_pit', [], ({ engine, body }) => {
    const isClosed = engine.closePointInTime(object(body))
    const answer = { succeeded: isClosed, num_freed: isClosed ? 1 : 0 }
    return { status: isClosed ? 200 : 404, body: answer }
  }),
  route('PUT POST', '/:index/_bulk', writeParameters, ({ engine, path, body }) =>
    ok(engine.bulk(body, path[0])),
  ),
  route('GET POST', '/:index/_refresh', targetParameters, ({ engine, path, query }) => {
    engine.indices.resolve(path[0]!, resolution(query))
    return ok(refreshed)
  }),
  route('GET POST', '/:index/_search', searchParameters, search),
  route('GET POST', '/:index/_count', targetParameters, count),
  route(
    'POST',
    '/:index/_pit',
    [...targetParameters, 'keep_alive', 'allow_partial_search_results'],
    ({ engine, path, query }) =>
      ok(engine.openPointInTime(path[0]!, query.get('keep_alive'), resolution(query))),
  ),
  route('GET POST', '/:index/_field_caps', [...targetParameters, 'fields', 'filters'], (call) => {
    const { fields = call.query.get('fields') ?? '*' } = object(call.body)
    const patterns = [fields].flat().flatMap((names) => String(names).split(','))
    return ok(
      fieldCaps(call.engine.indices.resolve(call.path[0]!, resolution(call.query)), patterns),
    )
  }),
  route('GET', '/:index/_mapping', targetParameters, ({ engine, path, query }) =>
    ok(engine.mappings(path[0]!, resolution(query))),
  ),
  route('PUT POST', '/:index/_mapping', writeParameters, ({ engine, path, body }) =>
    ok(engine.putMapping(path[0]!, object(body))),
  ),
  route(
    'PUT',
    '/:index/_settings',
    [...writeParameters, ...targetParameters],
    ({ engine, path, body }) => ok(engine.putSettings(path[0]!, object(body))),
  ),
  route('GET', '/:index/_alias', targetParameters, ({ engine, path, query }) =>
    ok(engine.aliases(path[0]!, { ...resolution(query), expandHidden: true })),
  ),
  route('PUT POST', '/:index/_alias/:name', writeParameters, ({ engine, path }) =>
    ok(engine.putAlias(path[0]!, path[1]!)),
  ),
  route('HEAD', '/:index/_alias/:name', [], ({ engine, path }) =>
    foundAnswer(engine.indices.aliasesOf(path[0]!).includes(path[1]!)),
  ),
  route('POST', '/:index/_doc', [...writeParameters, 'op_type'], (call) => write(call, false)),
  route('PUT POST', '/:index/_doc/:name', [...writeParameters, 'op_type'], (call) =>
    write(call, false),
  ),
  route('PUT POST', '/:index/_create/:name', writeParameters, (call) => write(call, true)),
  route('GET HEAD', '/:index/_doc/:name', ['realtime', 'refresh'], ({ engine, path }) => {
    const document = engine.get(path[0]!, path[1]!)
    return { ...foundAnswer(document.found === true), body: document }
  }),
  route('DELETE', '/:index/_doc/:name', writeParameters, ({ engine, path }) => {
    const { status, answer } = engine.delete(path[0]!, path[1]!)
    return { status, body: answer }
  }),
  route('PUT', '/:index', writeParameters, ({ engine, path, body }) =>
    ok(engine.createIndex(path[0]!, object(body))),
  ),
  route('HEAD', '/:index', targetParameters, ({ engine, path, query }) => {
    const { allowPartial: _, ...names } = { ...resolution(query), ignoreUnavailable: true }
    return foundAnswer(engine.indices.resolve(path[0]!, names).length > 0)
  }),
  route('DELETE', '/:index', [...writeParameters, ...targetParameters], ({ engine, path }) =>
    ok(engine.deleteIndex(path[0]!)),
  ),
]

function route(
  methods: string,
  path: string,
  parameters: readonly string[],
  run: Route['run'],
): Route {
  const pattern = new RegExp(
    `^${path.replaceAll(':index', indexName).replaceAll(':name', '([^/]+)')}$`,
  )
  return {
    methods: methods.split(' '),
    path: pattern,
    parameters: [...parameters, ...commonParameters],
    run,
  }
}

/** Runs the call that a method and path name. @throws EngineError */
export function dispatch(method: string, path: string, call: Omit<Call, 'path'>): Answer {
  const matching = routes.filter((candidate) => candidate.path.test(path))
  const chosen = matching.find(({ methods }) => methods.includes(method))
  if (chosen === undefined && lacksCall(method, path)) throw unsupported('this call')
  if (chosen === undefined) {
    const allowed = matching.flatMap(({ methods }) => methods)
    const reason = `no handler found for uri [${path}] and method [${method}]`
    return {
      status: allowed.length > 0 ? 405 : 400,
      body: { error: reason, status: allowed.length > 0 ? 405 : 400 },
    }
  }
  for (const parameter of call.query.keys()) {
    if (!chosen.parameters.includes(parameter)) {
      const mistake = illegalArgument(
        `request [${path}] contains unrecognized parameter: [${parameter}]`,
      )
      throw unknownName('this call', parameter, mistake)
    }
  }
  const pieces = chosen.path.exec(path)!.slice(1).map(decodeURIComponent)
  return chosen.run({ ...call, path: pieces })
}

function search({ engine, path, query, body }: Call): Answer {
  const request = object(body)
  for (const key of ['size', 'from', 'track_total_hits', 'timeout'])
    if (query.has(key)) request[key] = query.get(key)
  const type = query.get('search_type') ?? 'query_then_fetch'
  if (type === 'dfs_query_then_fetch') throw unsupported(`search_type ${type}`)
  if (type !== 'query_then_fetch') throw illegalArgument(`No search type for [${type}]`)
  return ok(engine.search(path[0]!, request, resolution(query)))
}

function count({ engine, path, query, body }: Call): Answer {
  return ok(engine.count(path[0]!, object(body), resolution(query)))
}

function write({ engine, path, query, body }: Call, create: boolean): Answer {
  const { status, answer } = engine.index(
    path[0]!,
    path[1],
    body,
    create || query.get('op_type') === 'create',
  )
  return { status, body: answer }
}

function aliases(engine: Engine, alias: string): Answer {
  const members = engine.indices.membersOf(alias)
  if (members.length === 0)
    return { status: 404, body: { error: `alias [${alias}] missing`, status: 404 } }
  return ok(Object.fromEntries(members.map((index) => [index, { aliases: { [alias]: {} } }])))
}

function resolution(query: URLSearchParams): SearchOptions {
  const flag = (parameter: string, otherwise: boolean) =>
    query.has(parameter) ? query.get(parameter) !== 'false' : otherwise
  return {
    ignoreUnavailable: flag('ignore_unavailable', defaultSearchOptions.ignoreUnavailable),
    allowNone: flag('allow_no_indices', defaultSearchOptions.allowNone),
    allowPartial: flag('allow_partial_search_results', defaultSearchOptions.allowPartial),
    expandWildcards: query.get('expand_wildcards') !== 'none',
    expandHidden: /\b(hidden|all)\b/.test(query.get('expand_wildcards') ?? ''),
  }
}

function object(body: Buffer): Json {
  const text = body.toString()
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw contentError('the body is not JSON')
  }
  if (!isObject(value)) throw parsingError('Expected [START_OBJECT] but found something else')
  // a number of many digits may be meant for a keyword
  if (Array.isArray(value.search_after))
    value.search_after = (parseExact(text) as Json).search_after
  return value
}

function ok(body: unknown): Answer {
  return { status: 200, body }
}

function foundAnswer(isFound: boolean): Answer {
  return { status: isFound ? 200 : 404 }
}
