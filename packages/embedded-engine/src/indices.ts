import { Analysis, analysisIn } from './analysis/analysis.js'
import { contentError, IndexError, illegalArgument, indexNotFound } from './errors.js'
import { Shard } from './index/shard.js'
import {
  checkName,
  type Definition,
  isHidden,
  merged,
  readDefinition,
  type Template,
} from './index-definition.js'
import { unknownName } from './lacking.js'
import { Mapping } from './mapping/mapping.js'
import { PointsInTime } from './points-in-time.js'
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
  /** Patterns mean hidden indices too. */
  expandHidden: boolean
}

export const lenientPatterns: Resolution = {
  ignoreUnavailable: false,
  allowNone: true,
  expandWildcards: true,
  expandHidden: false,
}

/** Keeps what the indices become. */
export interface Keeper {
  /**
   * Told of each write that an index has taken. @param action a line of a bulk request @param
   * source the document of that line
   */
  wrote(shard: Shard, action: Json, source?: Buffer): void
  /** Leaves all that has changed since to the disk. @throws Error when that cannot be */
  commit(): void
}

/** The indices, aliases and templates of the engine. */
export class Indices {
  readonly #shards = new Map<string, Shard>()
  readonly #aliases = new Map<string, Set<string>>()
  readonly #templates = new Map<string, Template>()
  keeper: Keeper | undefined
  readonly pointsInTime = new PointsInTime()
  /** Grows with each change of indices, aliases or templates. */
  revision = 0

  get names(): string[] {
    return [...this.#shards.keys()].sort()
  }

  /** How many documents the greatest index holds. */
  get greatestCount(): number {
    return Math.max(0, ...[...this.#shards.values()].map(({ count }) => count))
  }

  /** @throws IndexError when there is no such index */
  get(name: string): Shard {
    const shard = this.#shards.get(name)
    if (shard === undefined) throw indexNotFound(name)
    return shard
  }

  /**
   * Makes an index with the mappings and aliases of the matching template and then those of the
   * request. @throws EngineError
   */
  create(name: string, body: Json = {}, isKept = true): Shard {
    checkName(name)
    if (this.#shards.has(name) || this.#aliases.has(name)) {
      throw new IndexError(
        400,
        'resource_already_exists_exception',
        `index [${name}] already exists`,
        name,
      )
    }
    const own = readDefinition(body, 'create index')
    const template = this.#templateFor(name)
    const analysis = analysisIn(template?.settings, own.settings)
    const settings = { ...template?.settings, ...own.settings, analysis }
    const mappings = merged(template?.mappings ?? {}, own.mappings)
    const aliases = [...(template?.aliases ?? []), ...own.aliases]
    return this.together(() =>
      this.restore(name, { settings, mappings, aliases }, isHidden(settings) ?? false, isKept),
    )
  }

  /** Makes an index of a definition as it is, without a template. @throws EngineError */
  restore(
    name: string,
    { aliases, ...definition }: Definition,
    isHidden: boolean,
    isKept = true,
  ): Shard {
    const shard = new Shard(
      name,
      new Mapping(definition.mappings, new Analysis(analysisIn(definition.settings))),
      {
        definition,
        isHidden,
        isKept,
      },
    )
    this.#shards.set(name, shard)
    this.revision++
    for (const alias of aliases) this.addAlias(name, alias)
    return shard
  }

  delete(name: string): void {
    this.get(name)
    this.#shards.delete(name)
    this.revision++
    for (const alias of [...this.#aliases.keys()]) this.removeAlias(name, alias)
  }

  /**
   * Changes settings of an index; `hidden` is the only one that means something here. @throws
   * EngineError
   */
  setSettings(name: string, settings: Json): void {
    const shard = this.get(name)
    shard.isHidden = isHidden(settings) ?? shard.isHidden
    this.revision++
  }

  /** Replaces what the operator has noted on an index. */
  setMeta(name: string, meta: Json): void {
    const { definition, mapping } = this.get(name)
    mapping.meta = meta
    definition.mappings._meta = meta
    this.revision++
  }

  /**
   * Makes changes that belong together: all of them, or none when one is refused. @throws
   * EngineError
   */
  together<Result>(change: () => Result): Result {
    const shards = [...this.#shards]
    const aliases = [...this.#aliases].map(([alias, members]) => [alias, new Set(members)] as const)
    try {
      return change()
    } catch (error) {
      restoreMap(this.#shards, shards)
      restoreMap(this.#aliases, aliases)
      throw error
    }
  }

  /** The index that documents sent to a name go to; it is made when missing. @throws EngineError */
  writable(name: string): Shard {
    const shard = this.#writable(name)
    this.pointsInTime.beforeWrite(shard)
    return shard
  }

  /** Whether an index is there, and not only one of its name. */
  holds(shard: Shard): boolean {
    return this.#shards.get(shard.name) === shard
  }

  #writable(name: string): Shard {
    const members = this.#aliases.get(name)
    if (members === undefined) return this.#shards.get(name) ?? this.create(name)
    const [only, second] = [...members]
    if (second !== undefined) {
      throw illegalArgument(
        `no write index is defined for alias [${name}]. The write index may be explicitly ` +
          'disabled using is_write_index=false or the alias points to multiple indices without ' +
          'one being designated as a write index',
      )
    }
    return this.get(only!)
  }

  /** The indices that a list of names, aliases and patterns means, by name. @throws IndexError */
  resolve(expression: string, resolution: Resolution): Shard[] {
    const { ignoreUnavailable, allowNone } = resolution
    const found = new Set<string>()
    for (const part of expression === '' ? ['_all'] : expression.split(',')) {
      const isExclusion = part.startsWith('-') && found.size > 0
      const name = isExclusion ? part.slice(1) : part
      const names = this.#namesOf(name, resolution)
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
        `Invalid alias name [${alias}]: an index or data stream exists with the same name as ` +
          'the alias',
        alias,
      )
    }
    const members = this.#aliases.get(alias) ?? new Set()
    this.#aliases.set(alias, members.add(index))
    this.revision++
  }

  removeAlias(index: string, alias: string): void {
    const members = this.#aliases.get(alias)
    members?.delete(index)
    if (members?.size === 0) this.#aliases.delete(alias)
    this.revision++
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
    const {
      index_patterns: patterns,
      template = {},
      priority = 0,
      version: _v,
      _meta,
      ...rest
    } = body
    for (const key of Object.keys(rest)) {
      throw unknownName(
        'an index template',
        key,
        contentError(`[index_template] unknown field [${key}]`),
      )
    }
    const list = Array.isArray(patterns)
      ? patterns.map(String)
      : typeof patterns === 'string'
        ? [patterns]
        : undefined
    if (list === undefined || !isObject(template)) {
      throw contentError('Required [index_patterns]')
    }
    const own = readDefinition(template, 'index template')
    // a template that no index could have is refused now
    new Mapping(own.mappings, new Analysis(analysisIn(own.settings)))
    this.restoreTemplate(name, { ...own, patterns: list, priority: Number(priority) })
  }

  restoreTemplate(name: string, template: Template): void {
    this.#templates.set(name, template)
    this.revision++
  }

  /** Every template by its name. */
  get templates(): Record<string, Template> {
    return Object.fromEntries(this.#templates)
  }

  hasTemplate(name: string): boolean {
    return this.#templates.has(name)
  }

  deleteTemplate(name: string): boolean {
    this.revision++
    return this.#templates.delete(name)
  }

  #templateFor(index: string): Template | undefined {
    const matching = [...this.#templates.values()].filter(({ patterns }) =>
      patterns.some((one) => wildcard(one)(index)),
    )
    return matching.sort((a, b) => b.priority - a.priority)[0]
  }

  /** A hidden index is found by a pattern that an alias of it matches. */
  #namesOf(name: string, { expandWildcards, expandHidden }: Resolution): string[] {
    if (!isPattern(name)) return this.#shards.has(name) ? [name] : this.membersOf(name)
    if (!expandWildcards) return []
    const seen = this.names.filter((index) => expandHidden || !this.get(index).isHidden)
    const isNamed = name === '_all' ? () => true : wildcard(name)
    const viaAliases = [...this.#aliases.keys()]
      .filter(isNamed)
      .flatMap((alias) => this.membersOf(alias))
    return [...seen.filter(isNamed), ...viaAliases]
  }
}

function isPattern(name: string): boolean {
  return name.includes('*') || name === '_all'
}

function restoreMap<Key, Value>(
  map: Map<Key, Value>,
  entries: Iterable<readonly [Key, Value]>,
): void {
  map.clear()
  for (const [key, value] of entries) map.set(key, value)
}
