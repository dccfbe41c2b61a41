/** The tokens that decide where a field is named and where a regular expression begins. */
export interface QueryToken {
  kind: 'word' | 'colon' | 'phrase' | 'range' | 'regexp' | 'other'
  text: string
}

const white = String.raw` \t\n\r\u3000`
/** Characters that end a word anywhere; `+` and `-` only do where one would begin. */
const signs = String.raw`!():^[\]"{}~\\/`
const escaped = String.raw`\\[\s\S]`

/** Where each kind of token ends: what it begins with tells which it is. */
const patterns: Readonly<Record<Exclude<Kind, 'range'>, RegExp>> = {
  space: RegExp(`[${white}]+`, 'y'),
  phrase: RegExp(String.raw`"(?:[^"\\]|${escaped})*"`, 'y'),
  regexp: /\/(?:\\\/|[^/])*\//y,
  word: RegExp(`(?:[^+${white}${signs}-]|${escaped})(?:[^${white}${signs}]|${escaped})*`, 'y'),
  colon: /:/y,
  other: RegExp(
    String.raw`[-+!()]|\^[0-9]+(?:\.[0-9]+)?|~(?:[^*?${white}${signs}]|${escaped})*`,
    'y',
  ),
}
type Kind = QueryToken['kind'] | 'space'

/** The kinds of what begins with a sign; all else is a word. */
const beginnings: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['"', 'phrase'],
  ['/', 'regexp'],
  [':', 'colon'],
  ['[', 'range'],
  ['{', 'range'],
  ...[...' \t\n\r\u3000'].map((sign): [string, Kind] => [sign, 'space']),
  ...[...'-+!()^~]}'].map((sign): [string, Kind] => [sign, 'other']),
])

/**
 * The tokens of a text by Lucene's classic query parser (QueryParser.jj), which reads that of
 * query_string, without its white space. As there, a backslash escapes the next UTF-16 unit, the
 * ideographic space (U+3000) is white space, and what follows `~` or `^` belongs to it. A range is
 * one token, with its brackets.
 * @returns Undefined for a text that Lucene refuses, such as one with an open quote.
 */
export function tokenize(text: string): QueryToken[] | undefined {
  const found: QueryToken[] = []
  for (let at = 0; at < text.length; ) {
    const kind = beginnings.get(text[at]!) ?? 'word'
    const end = kind === 'range' ? endOfRange(text, at + 1) : matchEnd(patterns[kind], text, at)
    if (end === 0) return undefined
    if (kind !== 'space') found.push({ kind, text: text.slice(at, end) })
    at = end
  }
  return found
}

/**
 * Inside the brackets of a range only a quote within quotes is escaped, and only a bracket ends it.
 */
const quotedEnd = /"(?:\\"|[^"])+"/y
const plainEnd = /[^ \]}]+/y

/** The position after the bracket that ends a range; 0 without one. */
function endOfRange(text: string, start: number): number {
  let at = start
  while (at < text.length) {
    if (text[at] === ']' || text[at] === '}') return at + 1
    at =
      text[at] === ' '
        ? at + 1
        : Math.max(matchEnd(quotedEnd, text, at), matchEnd(plainEnd, text, at))
  }
  return 0
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : 0
}
