import { bulk, remove, type Written, write } from './bulk.js'
import { illegalArgument, parsingError } from './errors.js'
import { Indices, lenientPatterns, type Resolution } from './indices.js'
import { unknownName } from './lacking.js'
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
 * An Elasticsearch of the size that development and tests need: documents in memory, the calls of its HTTP API as
 * methods, with its answers and its errors. Everything written can be found at once.
 */
export class Engine {
  readonly indices = new Indices()

  createIndex(name: string, body: Json = {}): Json {
    this.indices.create(name, body)
    return { acknowledged: true, shards_acknowledged: true, index: name }
  }

  deleteIndex(expression: string): Json {
    if (/[*]|_all/.test(expression)) throw illegalArgument('Wildcard expressions or all indices are not allowed')
    for (const { name } of this.indices.resolve(expression, lenientPatterns)) this.indices.delete(name)
    return acknowledged
  }

  putTemplate(name: string, body: Json): Json {
    this.indices.putTemplate(name, body)
    return acknowledged
  }

  /** Adds and removes aliases as `POST /_aliases` says. @throws EngineError */
  updateAliases(body: Json): Json {
    const { actions, ...rest } = body
    if (!Array.isArray(actions) || Object.keys(rest).length > 0) throw parsingError('[aliases] requires actions')
    for (const action of actions) {
      const [kind, target] = Object.entries(isObject(action) ? action : {})[0] ?? []
      if ((kind !== 'add' && kind !== 'remove') || !isObject(target))
        throw unknownName('an alias action', String(kind), parsingError('[aliases] knows [add] and [remove]'))
      const { index, indices, alias, aliases, ...more } = target
      for (const key of Object.keys(more)) {
        throw unknownName('an alias action', key, parsingError(`[${kind}] unknown field [${key}]`))
      }
      for (const { name } of this.indices.resolve([index ?? indices ?? []].flat().join(','), lenientPatterns)) {
        for (const one of [alias ?? aliases ?? []].flat()) this.putAlias(name, String(one), kind === 'remove')
      }
    }
    return acknowledged
  }

  putAlias(index: string, alias: string, removes = false): Json {
    for (const { name } of this.indices.resolve(index, lenientPatterns)) {
      if (removes) this.indices.removeAlias(name, alias)
      else this.indices.addAlias(name, alias)
    }
    return acknowledged
  }

  /** @param id made when undefined @param create refuse the document when its id exists */
  index(index: string, id: string | undefined, source: string | Buffer, create = false): Written {
    return write(this.indices, index, id, bytesOf(source), create)
  }

  delete(index: string, id: string): Written {
    return remove(this.indices, index, id)
  }

  bulk(body: string | Buffer, defaultIndex?: string): Json {
    return bulk(this.indices, bytesOf(body), defaultIndex)
  }

  get(expression: string, id: string): Json {
    const [shard, second] = this.indices.resolve(expression, lenientPatterns)
    if (shard === undefined || second !== undefined) throw illegalArgument(`[${expression}] must name one index`)
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
    return search(this.indices.resolve(expression, options), body, options.allowPartial)
  }

  /** @throws EngineError */
  count(expression: string, body: Json = {}, options: SearchOptions = defaultSearchOptions): Json {
    for (const key of Object.keys(body)) if (key !== 'query') throw parsingError(`request does not support [${key}]`)
    const shards = this.indices.resolve(expression, options)
    const { clause } = parseQuery(body.query ?? { match_all: {} })
    const count = shards.reduce((sum, shard) => sum + clause(shard).matches(1).docs.length, 0)
    return { count, _shards: { total: shards.length, successful: shards.length, skipped: 0, failed: 0 } }
  }

  mappings(expression: string): Json {
    return Object.fromEntries(
      this.indices
        .resolve(expression, lenientPatterns)
        .map(({ name, mapping }) => [name, { mappings: mapping.toJSON() }]),
    )
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
    return this.indices.names.map((index) => ({
      health: 'green',
      status: 'open',
      index,
      pri: '1',
      rep: '0',
      'docs.count': String(this.indices.get(index).count),
      'docs.deleted': '0',
    }))
  }
}

const acknowledged: Json = { acknowledged: true }

function bytesOf(body: string | Buffer): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body
}
