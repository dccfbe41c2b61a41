import { type BodyPath, pathText } from '../../../packages/query-guard/src/index.js'
import type { KnownReason } from './known-reason.js'
import { ofFields } from './of-fields.js'
import { ofBounds, ofForm } from './of-form.js'
import { forms, ofValues } from './of-values.js'
import { namesIn, placesIn } from './places.js'
import { withoutValues } from './unknown.js'

/** The first match wins. */
const knownReasons: readonly KnownReason[] = [...ofFields, ...ofValues, ...ofForm, ...ofBounds]

/**
 * With this error the embedded engine says in a sentence of its own what it does not support: the
 * query is not at fault.
 */
const embeddedEngineError = 'embedded_engine_exception'

/** Maximum number of places listed: the reason does not say which of several it means. */
const mostPlaces = 3

/**
 * Line and column in the body as we serialized it, and the prefix of shard failures: of no use to
 * the caller.
 */
const beginning = /^(?:\[\d+:\d+\] )?(?:failed to create query: )?/

/**
 * Why the engine refuses a query, for the caller: a place in the body, the problem and its fix,
 * followed by the kind of the engine's error; an unknown reason is quoted in the engine's words. No
 * value of the body or of the index is revealed, and no name that is not in the body.
 * @param type The engine's error, such as `parsing_exception`.
 * @param reason The engine's words.
 * @param text The search body, as the engine got it.
 */
export function reasonFor(type: string, reason: unknown, text: string): string {
  const body: unknown = JSON.parse(text)
  const words = typeof reason === 'string' ? reason.replace(beginning, '') : ''
  for (const known of type === embeddedEngineError ? [] : knownReasons) {
    const match = known.pattern.exec(words)
    if (match) return `${messageFor(known, match.groups ?? {}, body)} (${type})`
  }
  const wording = withoutValues(words, namesIn(body))
  if (type === embeddedEngineError && wording !== '') return wording
  return `the engine refused the query: ${wording === '' ? type : `${type}: ${wording}`}`
}

type Groups = Record<string, string | undefined>

function messageFor(known: KnownReason, groups: Groups, body: unknown): string {
  const places = placesOf(known, groups, body)
  const key = places[0]?.findLast((step) => typeof step === 'string')
  const form =
    known.byKey && key !== undefined && Object.hasOwn(forms, key) ? forms[key]! : known.message
  const name = places.length > 0 ? groups.field : undefined
  const sentence = form.replaceAll('{field}', () =>
    name === undefined ? 'one of the fields' : JSON.stringify(name),
  )
  const isClear = places.length > 0 && places.length <= mostPlaces
  return `${isClear ? places.map(pathText).join(' or ') : pathText([])}: ${sentence}`
}

/** Where the body contains what the reason is about. */
function placesOf({ at, under }: KnownReason, groups: Groups, body: unknown): BodyPath[] {
  const { field, key, inside, value, part } = groups
  const around = under ?? (inside === undefined ? undefined : [inside])
  const isThere = (path: BodyPath) =>
    around === undefined || path.some((step) => around.includes(String(step)))
  return placesIn(body, mostPlaces + 1, ({ path, text, isName }) => {
    if (!isThere(path)) return false
    if (field !== undefined) return isName && text === field && !isAggregationName(path)
    if (key !== undefined) return isName && text === key
    if (value !== undefined) return !isName && text === value
    if (part !== undefined) return !isName && text.includes(part)
    return at !== undefined && isName && at.includes(text)
  })
}

/** Names of aggregations are chosen by the caller, and may equal those of fields. */
function isAggregationName(path: BodyPath): boolean {
  return /^agg(?:s|regations)$/.test(String(path.at(-2)))
}
