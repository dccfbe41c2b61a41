import { EngineError, parsingError } from './errors.js'
import { unknownName } from './lacking.js'
import { isObject, type Json } from './queries/options.js'

/** One action of `POST /_aliases`. */
export interface AliasAction {
  kind: 'add' | 'remove' | 'remove_index'
  /** An expression of indices. */
  indices: string
  aliases: string[]
}

const kinds = ['add', 'remove', 'remove_index'] as const

/** Reads the body of `POST /_aliases`. @throws EngineError */
export function readAliasActions({ actions, ...rest }: Json): AliasAction[] {
  if (!Array.isArray(actions) || Object.keys(rest).length > 0)
    throw parsingError('[aliases] requires actions')
  return actions.map((action) => {
    const [name, target] = Object.entries(isObject(action) ? action : {})[0] ?? []
    const kind = kinds.find((known) => known === name)
    if (kind === undefined || !isObject(target))
      throw unknownName(
        'an alias action',
        String(name),
        parsingError(`[aliases] knows [${kinds.join('], [')}]`),
      )
    const { index, indices = index, alias, aliases = alias, ...more } = target
    for (const key of Object.keys(more)) {
      throw unknownName('an alias action', key, parsingError(`[${kind}] unknown field [${key}]`))
    }
    return { kind, indices: listed(indices).join(','), aliases: listed(aliases) }
  })
}

function listed(names: unknown): string[] {
  return names === undefined ? [] : [names].flat().map(String)
}

/** An action removes aliases that are missing. */
export function missingAliases({ aliases }: AliasAction): EngineError {
  return new EngineError(404, 'aliases_not_found_exception', `aliases [${aliases}] missing`)
}

/** What became of each action, reported when some of them removed aliases that are missing. */
export function aliasResults(
  actions: readonly AliasAction[],
  missing: ReadonlySet<AliasAction>,
): Json[] {
  return actions.map((action) => {
    const { kind: type, indices, aliases } = action
    const told = { action: { type, indices: indices.split(','), aliases } }
    if (!missing.has(action)) return { ...told, status: 200 }
    const reason = missingAliases(action).message
    const error = {
      type: 'aliases_not_found_exception',
      reason,
      'resource.type': 'aliases',
      'resource.id': `${aliases}`,
    }
    return { ...told, status: 404, error }
  })
}
