import { IndexError, illegalArgument, parseError } from './errors.js'
import { isObject, type Json } from './queries/options.js'

/** What a new index gets: from its own request or from a template. */
export interface Definition {
  settings: Json
  mappings: Json
  aliases: string[]
}

export interface Template extends Definition {
  patterns: string[]
  priority: number
}

/**
 * Reads what a request says of a new index. @param where the request, for its refusal @throws
 * EngineError
 */
export function readDefinition(body: Json, where: string): Definition {
  const { settings = {}, mappings = {}, aliases = {}, ...rest } = body
  for (const key of Object.keys(rest)) throw parseError(`unknown key [${key}] for ${where}`)
  if (!isObject(settings) || !isObject(mappings) || !isObject(aliases))
    throw parseError(`malformed ${where}`)
  return { settings, mappings, aliases: Object.keys(aliases) }
}

/**
 * `index.hidden` in any of the ways to write it; undefined when the settings do not say. @throws
 * EngineError
 */
export function isHidden(settings: Json): boolean | undefined {
  const { index } = settings
  const value =
    settings['index.hidden'] ?? settings.hidden ?? (isObject(index) ? index.hidden : undefined)
  if (value === undefined || value === null) return undefined
  if (String(value) === 'true' || String(value) === 'false') return String(value) === 'true'
  throw illegalArgument(`Failed to parse value [${value}] as only [true] or [false] are allowed.`)
}

/** Two mappings; of a field that both name the second's definition holds. */
export function merged(first: Json, second: Json): Json {
  const properties = {
    ...(first.properties as Json | undefined),
    ...(second.properties as Json | undefined),
  }
  return { ...first, ...second, ...(Object.keys(properties).length > 0 ? { properties } : {}) }
}

/** @throws IndexError for a name that Elasticsearch refuses */
export function checkName(name: string): void {
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
    throw new IndexError(
      400,
      'invalid_index_name_exception',
      `Invalid index name [${name}], ${fault}`,
      name,
    )
}
