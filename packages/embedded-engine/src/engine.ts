import {
  type AliasAction,
  aliasResults,
  missingAliases,
  readAliasActions,
} from './alias-actions.js'
import { bulk, remove, type Written, write } from './bulk.js'
import { illegalArgument, parsingError, unsupported } from './errors.js'
import { Indices, lenientPatterns, type Resolution } from './indices.js'
import { requireMemory } from './memory.js'
import { parseQuery } from './queries/index.js'
import { isObject, type Json } from './queries/options.js'
import { search } from './search/search.js'

/** How a search is run, besides its body. */
export interface SearchOptions extends Resolution {
  /** Answer what could be found when an index refuses the query. */
  allowPartial: boolean
}

export const defaultSearchOptions: SearchOptions = { ...lenientPatterns, allowPartial: true }

/**
 * An Elasticsearch of the size that development and tests need: documents in memory, the calls of
 * its HTTP API as methods, with its answers and its errors. Everything written can be found at
 * once.
 */
export class Engine {
  readonly indices = new Indices()

  /** @param isKept whether a keeper, if there is one, keeps it */
  createIndex(name: string, body: Json = {}, isKept = true): Json {
    this.indices.create(name, body, isKept)
    return { acknowledged: true, shards_acknowledged: true, index: name }
  }

  deleteIndex(expression: string): Json {
    if (/[*]|_all/.test(expression))
      throw illegalArgument('Wildcard expressions or all indices are not allowed')
    for (const name of expression.split(',')) {
      if (this.indices.membersOf(name).length > 0) {
        const reason =
          `The provided expression [${name}] matches an alias, specify the corresponding ` +
          'concrete indices instead.'
        throw illegalArgument(reason)
      }
    }
    for (const { name } of this.indices.resolve(expression, lenientPatterns))
      this.indices.delete(name)
    return acknowledged
  }

  putTemplate(name: string, body: Json): Json {
    this.indices.putTemplate(name, body)
    return acknowledged
  }

  /**
   * Adds and removes aliases, and removes indices, as `POST /_aliases` says: all or nothing, but
   * that aliases which are missing are passed over as long as anything else is to be done.
   * @throws EngineError
   */
  updateAliases(body: Json): Json {
    const actions = readAliasActions(body)
    const missing = new Set<AliasAction>()
    this.indices.together(() => {
      // indices go first, so that an alias may take the name of one
      for (const { indices } of actions.filter(({ kind }) => kind === 'remove_index'))
        this.deleteIndex(indices)
      for (const action of actions) {
        const { kind, indices, aliases } = action
        if (kind === 'remove' && !this.#removeAliases(indices, aliases)) missing.add(action)
        if (kind === 'add') for (const alias of aliases) this.putAlias(indices, alias)
      }
      if (missing.size > 0 && missing.size === actions.length)
        throw missingAliases([...missing][0]!)
    })
    const results = missing.size === 0 ? {} : { action_results: aliasResults(actions, missing) }
    return { ...acknowledged, errors: missing.size > 0, ...results }
  }

  /**
   * Changes settings of indices; `index.hidden` is the only one that means something here. @throws
   * EngineError
   */
  putSettings(expression: string, body: Json): Json {
    const settings = isObject(body.settings) ? body.settings : body
    for (const { name } of this.indices.resolve(expression, lenientPatterns))
      this.indices.setSettings(name, settings)
    return acknowledged
  }

  /**
   * Changes mappings of indices; `_meta` is the only part that can be changed. @throws EngineError
   */
  putMapping(expression: string, body: Json): Json {
    const { _meta, ...others } = body
    for (const key of Object.keys(others)) throw unsupported(`a change of ${key} in a mapping`)
    if (!isObject(_meta)) throw parsingError('_meta must be an object')
    for (const { name } of this.indices.resolve(expression, lenientPatterns))
      this.indices.setMeta(name, _meta)
    return acknowledged
  }

  putAlias(index: string, alias: string): Json {
    for (const { name } of this.indices.resolve(index, lenientPatterns))
      this.indices.addAlias(name, alias)
    return acknowledged
  }

  /** @returns whether there was any of them. */
  #removeAliases(expression: string, aliases: readonly string[]): boolean {
    const names = this.indices.resolve(expression, lenientPatterns).map(({ name }) => name)
    const isThere = names.some((name) =>
      this.indices.aliasesOf(name).some((alias) => aliases.includes(alias)),
    )
    for (const name of names) for (const alias of aliases) this.indices.removeAlias(name, alias)
    return isThere
  }

  /** @param id made when undefined @param create refuse the document when its id exists */
  index(index: string, id: string | undefined, source: string | Buffer, create = false): Written {
    requireMemory()
    return write(this.indices, index, id, bytesOf(source), create)
  }

  delete(index: string, id: string): Written {
    return remove(this.indices, index, id)
  }

  bulk(body: string | Buffer, defaultIndex?: string): Json {
    requireMemory()
    return bulk(this.indices, bytesOf(body), defaultIndex)
  }

  get(expression: string, id: string): Json {
    const [shard, second] = this.indices.resolve(expression, lenientPatterns)
    if (shard === undefined || second !== undefined)
      throw illegalArgument(`[${expression}] must name one index`)
    const doc = shard.numberOf(id)
    if (doc === undefined) return { _index: shard.name, _id: id, found: false }
    const { source, version, sequence } = shard.document(doc)
    return {
      _index: shard.name,
      _id: id,
      _version: version,
      _seq_no: sequence,
      _primary_term: 1,
      found: true,
      _source: source,
    }
  }

  /** @throws EngineError */
  search(expression: string, body: Json = {}, options: SearchOptions = defaultSearchOptions): Json {
    const { pit, ...rest } = body
    if (pit === undefined)
      return search(this.indices.resolve(expression, options), body, options.allowPartial)
    if (expression !== '') throw illegalArgument('[indices] cannot be used with point in time')
    if (!isObject(pit)) throw parsingError('Expected [START_OBJECT] in [pit]')
    const shards = this.indices.pointsInTime.shardsOf(pit, (shard) => this.indices.holds(shard))
    return { pit_id: pit.id, ...search(shards, rest, options.allowPartial) }
  }

  /** @throws EngineError */
  openPointInTime(expression: string, keepAlive: unknown, options: SearchOptions): Json {
    return {
      id: this.indices.pointsInTime.open(this.indices.resolve(expression, options), keepAlive),
    }
  }

  /** @returns whether it was open. */
  closePointInTime({ id }: Json): boolean {
    return this.indices.pointsInTime.close(id)
  }

  /** @throws EngineError */
  count(expression: string, body: Json = {}, options: SearchOptions = defaultSearchOptions): Json {
    for (const key of Object.keys(body))
      if (key !== 'query') throw parsingError(`request does not support [${key}]`)
    const shards = this.indices.resolve(expression, options)
    const { clause } = parseQuery(body.query ?? { match_all: {} })
    const count = shards.reduce((sum, shard) => sum + clause(shard).matches(1).docs.length, 0)
    return {
      count,
      _shards: { total: shards.length, successful: shards.length, skipped: 0, failed: 0 },
    }
  }

  mappings(expression: string, options: Resolution = lenientPatterns): Json {
    return Object.fromEntries(
      this.indices
        .resolve(expression, options)
        .map(({ name, mapping }) => [name, { mappings: mapping.toJSON() }]),
    )
  }

  /** Aliases by index. */
  aliases(expression: string, options: Resolution = lenientPatterns): Json {
    return Object.fromEntries(
      this.indices.resolve(expression, options).map(({ name }) => {
        return [
          name,
          { aliases: Object.fromEntries(this.indices.aliasesOf(name).map((alias) => [alias, {}])) },
        ]
      }),
    )
  }

  /**
   * Leaves what calls have changed to the keeper, if there is one. @throws Error when it cannot be
   * kept
   */
  commit(): void {
    this.indices.keeper?.commit()
  }

  health(): Json {
    const shards = this.indices.names.length
    return {
      cluster_name: 'embedded',
      status: 'green',
      timed_out: false,
      number_of_nodes: 1,
      number_of_data_nodes: 1,
      active_primary_shards: shards,
      active_shards: shards,
      relocating_shards: 0,
      initializing_shards: 0,
      unassigned_shards: 0,
      active_shards_percent_as_number: 100,
    }
  }

  /** `_cat/indices?format=json` */
  catIndices(): Json[] {
    return this.indices.resolve('*', lenientPatterns).map(({ name, count }) => ({
      health: 'green',
      status: 'open',
      index: name,
      pri: '1',
      rep: '0',
      'docs.count': String(count),
      'docs.deleted': '0',
    }))
  }
}

const acknowledged: Json = { acknowledged: true }

function bytesOf(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body
}
