import { Analysis, analysisIn } from './analysis/analysis.js'
import { contentError, IndexError, illegalArgument, indexNotFound, parseError } from './errors.js'
import { Shard } from './index/shard.js'
import { unknownName } from './lacking.js'
import { Mapping } from './mapping/mapping.js'
import { isObject, type Json } from './queries/options.js'
import { wildcard } from './queries/patterns.js'

/** How names of indices are resolved. */
export interface Resolution {
  /** Names that do not exist are left out. */
  ignoreUnavailable: boolean
  /** Patterns may mean nothing. */
  allowNone: boolean
  /** Patterns mean indices at all (`expand_wildcards` other than none). */
  expandWildcards: boolean
}

export const lenientPatterns: Resolution = { ignoreUnavailable: false, allowNone: true, expandWildcards: true }

/** What a new index gets: from its own request or from a template. */
interface Definition {
  settings: Json
  mappings: Json
  aliases: string[]
}

interface Template extends Definition {
  patterns: string[]
  priority: number
}

/** The indices, aliases and templates of the engine. */
export class Indices {
  readonly #shards = new Map<string, Shard>()
  readonly #aliases = new Map<string, Set<string>>()
  readonly #templates = new Map<string, Template>()

  get names(): string[] {
    return [...this.#shards.keys()].sort()
  }

  /** @throws IndexError when there is no such index */
  get(name: string): Shard {
    const shard = this.#shards.get(name)
    if (shard === undefined) throw indexNotFound(name)
    return shard
  }

  /** Makes an index with the mappings and aliases of the matching template and then those of the request. @throws EngineError */
  create(name: string, body: Json = {}): Shard {
    checkName(name)
    if (this.#shards.has(name) || this.#aliases.has(name)) {
      throw new IndexError(400, 'resource_already_exists_exception', `index [${name}] already exists`, name)
    }
    const own = definition(body, 'create index')
    const template = this.#templateFor(name)
    const analysis = new Analysis(analysisIn(template?.settings, own.settings))
    const shard = new Shard(name, new Mapping(merged(template?.mappings ?? {}, own.mappings), analysis))
    this.#shards.set(name, shard)
    for (const alias of [...(template?.aliases ?? []), ...own.aliases]) this.addAlias(name, alias)
    return shard
  }

  delete(name: string): void {
    this.get(name)
    this.#shards.delete(name)
    for (const alias of this.#aliases.keys()) this.removeAlias(name, alias)
  }

  /** The index that documents sent to a name go to; it is made when missing. @throws EngineError */
  writable(name: string): Shard {
    const members = this.#aliases.get(name)
    if (members === undefined) return this.#shards.get(name) ?? this.create(name)
    const [only, second] = [...members]
    if (second !== undefined) {
      throw illegalArgument(
        `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
      )
    }
    return this.get(only!)
  }

  /** The indices that a list of names, aliases and patterns means, by name. @throws IndexError */
  resolve(expression: string, { ignoreUnavailable, allowNone, expandWildcards }: Resolution): Shard[] {
    const found = new Set<string>()
    for (const part of expression === '' ? ['_all'] : expression.split(',')) {
      const isExclusion = part.startsWith('-') && found.size > 0
      const name = isExclusion ? part.slice(1) : part
      const names = this.#namesOf(name, expandWildcards)
      if (names.length === 0 && !isPattern(name) && !ignoreUnavailable) throw indexNotFound(name)
      if (names.length === 0 && isPattern(name) && !allowNone) throw indexNotFound(name)
      for (const index of names) {
        if (isExclusion) found.delete(index)
        else found.add(index)
      }
    }
    if (found.size === 0 && !allowNone) throw indexNotFound(expression)
    return [...found].sort().map((name) => this.get(name))
  }

  addAlias(index: string, alias: string): void {
    this.get(index)
    if (this.#shards.has(alias)) {
      throw new IndexError(
        400,
        'invalid_alias_name_exception',
        `Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`,
        alias,
      )
    }
    const members = this.#aliases.get(alias) ?? new Set()
    this.#aliases.set(alias, members.add(index))
  }

  removeAlias(index: string, alias: string): void {
    const members = this.#aliases.get(alias)
    members?.delete(index)
    if (members?.size === 0) this.#aliases.delete(alias)
  }

  /** Aliases of an index. */
  aliasesOf(index: string): string[] {
    return [...this.#aliases].filter(([, members]) => members.has(index)).map(([alias]) => alias)
  }

  /** Indices of an alias. */
  membersOf(alias: string): string[] {
    return [...(this.#aliases.get(alias) ?? [])].sort()
  }

  putTemplate(name: string, body: Json): void {
    const { index_patterns: patterns, template = {}, priority = 0, version: _v, _meta, ...rest } = body
    for (const key of Object.keys(rest)) {
      throw unknownName('an index template', key, contentError(`[index_template] unknown field [${key}]`))
    }
    const list = Array.isArray(patterns) ? patterns.map(String) : typeof patterns === 'string' ? [patterns] : undefined
    if (list === undefined || !isObject(template)) {
      throw contentError('Required [index_patterns]')
    }
    const own = definition(template, 'index template')
    new Mapping(own.mappings, new Analysis(analysisIn(own.settings))) // a template that no index could have is refused now
    this.#templates.set(name, { ...own, patterns: list, priority: Number(priority) })
  }

  hasTemplate(name: string): boolean {
    return this.#templates.has(name)
  }

  deleteTemplate(name: string): boolean {
    return this.#templates.delete(name)
  }

  #templateFor(index: string): Template | undefined {
    const matching = [...this.#templates.values()].filter(({ patterns }) =>
      patterns.some((one) => wildcard(one)(index)),
    )
    return matching.sort((a, b) => b.priority - a.priority)[0]
  }

  #namesOf(name: string, expandWildcards: boolean): string[] {
    if (!isPattern(name)) return this.#shards.has(name) ? [name] : this.membersOf(name)
    if (!expandWildcards) return []
    const isNamed = name === '_all' ? () => true : wildcard(name)
    const viaAliases = [...this.#aliases.keys()].filter(isNamed).flatMap((alias) => this.membersOf(alias))
    return [...this.names.filter(isNamed), ...viaAliases]
  }
}

function isPattern(name: string): boolean {
  return name.includes('*') || name === '_all'
}

function definition(body: Json, where: string): Definition {
  const { settings = {}, mappings = {}, aliases = {}, ...rest } = body
  for (const key of Object.keys(rest)) throw parseError(`unknown key [${key}] for ${where}`)
  if (!isObject(settings) || !isObject(mappings) || !isObject(aliases)) throw parseError(`malformed ${where}`)
  return { settings, mappings, aliases: Object.keys(aliases) }
}

/** Two mappings; of a field that both name the second's definition holds. */
function merged(first: Json, second: Json): Json {
  const properties = { ...(first.properties as Json | undefined), ...(second.properties as Json | undefined) }
  return { ...first, ...second, ...(Object.keys(properties).length > 0 ? { properties } : {}) }
}

/** @throws IndexError for a name that Elasticsearch refuses */
function checkName(name: string): void {
  const fault =
    name !== name.toLowerCase()
      ? 'must be lowercase'
      : /[\\/*?"<>| ,#:]/.test(name)
        ? "must not contain the following characters [' ','\"','*',',','/','<','>','?','\\','|']"
        : /^[-_+]/.test(name)
          ? "must not start with '_', '-', or '+'"
          : name === '.' || name === '..' || name === '' || Buffer.byteLength(name) > 255
            ? 'must not be empty, dots or longer than 255 bytes'
            : undefined
  if (fault !== undefined)
    throw new IndexError(400, 'invalid_index_name_exception', `Invalid index name [${name}], ${fault}`, name)
}
