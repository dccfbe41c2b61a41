import { isDeepStrictEqual } from 'node:util'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { credentialsText } from './audience.js'
import type { Effect } from './change.js'
import type { Draft } from './draft.js'
import { compareLists, type ListWords } from './lists.js'
import { type Placed, placeOf } from './places.js'
import { isSealed } from './seal.js'
import { listed, share, shown } from './words.js'

/** What items of lists are for, by policy and parameter. */
const lists: Readonly<Record<string, ListWords>> = {
  'envelope.contentTypes': {
    added: ['allows', (types) => `bodies of the type ${listed(types)} are accepted`],
    removed: ['refuses', (types) => `bodies of the type ${listed(types)} are refused`],
  },
  'envelope.cors.origins': {
    added: ['allows', (origins) => `pages of ${listed(origins)} may call`],
    removed: ['refuses', (origins) => `pages of ${listed(origins)} may not call`],
  },
  'envelope.cors.headers': {
    added: ['allows', (names) => `pages may send the headers ${listed(names)}`],
    removed: ['refuses', (names) => `pages may not send the headers ${listed(names)}`],
  },
  'authenticate.accept': {
    added: ['allows', (kinds) => `${credentialsText(kinds)} are accepted`],
    removed: ['refuses', (kinds) => `${credentialsText(kinds)} are refused`],
  },
  'authorize.scopes': {
    added: ['refuses', (scopes) => `callers need the scope ${listed(scopes)} too`],
    removed: ['allows', (scopes) => `callers without the scope ${listed(scopes)} pass`],
  },
  'block.addresses': {
    added: ['refuses', (addresses) => `clients at ${listed(addresses)} are refused`],
    removed: ['allows', (addresses) => `clients at ${listed(addresses)} pass`],
  },
}

/** How much a value allows: a greater rank allows more. By policy and parameter. */
const ranks: Readonly<Record<string, (value: unknown) => number>> = {
  'envelope.maxBodyBytes': Number,
  'envelope.accept': (type) => Number(type === '*/*'),
  'authenticate.queryKey': Number,
  'upstream.webSockets': Number,
  'mcp.freeSearch': Number,
  'search-rules.unknownFields': (value) => Number(value !== 'refuse'),
  'accounts.signUp': (value) => ['off', 'invite', 'domains', 'open'].indexOf(String(value)),
  'accounts.maxPerNetwork': Number,
  'accounts.maxPerRecipient': Number,
  'accounts.maxPending': Number,
  'apiKeys.maxPerUser': Number,
  'apiKeys.maxDays': Number,
  'sessions.maxPerUser': Number,
  'login.freeFailures': Number,
  'password.minLength': (value) => -Number(value),
}

/** What is compared: of which policy or section, and where it is said to be. */
interface Subject {
  /** Policy or section. */
  of: string
  part: string
  /** Of the parameters among those of the step. */
  at?: string
}

/** Changes of parameters, one by one; lists by their items, in any order. */
export function compareParameters(
  before: Mapping,
  after: Mapping,
  { places }: Pick<Placed, 'places'>,
  { of, part, at = '' }: Subject,
): Draft[] {
  const [was, is] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [a, b] = [was.get(key), is.get(key)]
    if (isDeepStrictEqual(a, b)) return []
    const place = placeOf({ places }, at === '' ? key : `${at}.${key}`)
    const words = lists[`${of}.${key}`]
    if (words)
      return compareLists(words, textsIn(a), textsIn(b)).map((d) => ({ ...d, part, place }))
    const rank = ranks[`${of}.${key}`] ?? (() => 0)
    const text =
      isSealed(a) || isSealed(b)
        ? `${key} of ${of} is another; it is not shown`
        : `${key} of ${of}: ${shown(a)} → ${shown(b)}${share(a, b)}`
    return [{ effect: effectOf(rank(b) - rank(a)), part, text, place }]
  })
}

const textsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])
const effectOf = (more: number): Effect => (more > 0 ? 'allows' : more < 0 ? 'refuses' : 'changes')

/** The values inside mappings by their paths: `a.b` → value. */
function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (!isMapping(value)) return new Map([[path, value]])
  const inner = Object.entries(value).flatMap(([key, item]) => [
    ...leavesOf(item, path === '' ? key : `${path}.${key}`),
  ])
  return new Map(inner)
}
