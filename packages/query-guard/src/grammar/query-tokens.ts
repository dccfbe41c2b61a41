/** The tokens that decide where a field is named and where a regular expression begins. */
export interface QueryToken {
  kind: 'word' | 'colon' | 'phrase' | 'range' | 'regexp' | 'other'
  text: string
}

const white = String.raw` \t\n\r\u3000`
/** Characters that end a word anywhere; `+` and `-` only do where one would begin. */
const signs = String.raw`!():^[\]"{}~\\/`
const escaped = String.raw`\\[\s\S]`

/**
 * The tokens of Lucene's classic query parser (QueryParser.jj), which reads the text of
 * query_string. As there, a backslash escapes the next UTF-16 unit, the ideographic space (U+3000)
 * is white space, and what follows `~` or `^` belongs to it.
 */
const tokens = new RegExp(
  Object.entries({
    space: `[${white}]+`,
    phrase: String.raw`"(?:[^"\\]|${escaped})*"`,
    regexp: String.raw`\/(?:\\\/|[^/])*\/`,
    word: `(?:[^+${white}${signs}-]|${escaped})(?:[^${white}${signs}]|${escaped})*`,
    colon: ':',
    range: '[[{]',
    other: String.raw`[-+!()]|\^[0-9]+(?:\.[0-9]+)?|~(?:[^*?${white}${signs}]|${escaped})*`,
  })
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'y',
)

/**
 * Inside the brackets of a range only a quote within quotes is escaped, and only a bracket ends it.
 */
const quotedEnd = /"(?:\\"|[^"])+"/y
const plainEnd = /[^ \]}]+/y

/**
 * The tokens of a text, without its white space. A range is one token, with its brackets.
 * @returns Undefined for a text that Lucene refuses, such as one with an open quote.
 */
export function tokenize(text: string): QueryToken[] | undefined {
  const found: QueryToken[] = []
  for (let at = 0; at < text.length; ) {
    tokens.lastIndex = at
    const groups = tokens.exec(text)?.groups
    if (groups === undefined) return undefined
    const [kind, piece] = Object.entries(groups).find(([, piece]) => piece !== undefined) as [
      string,
      string,
    ]
    const end = kind === 'range' ? endOfRange(text, at + 1) : at + piece.length
    if (end === undefined) return undefined
    if (kind !== 'space')
      found.push({ kind: kind as QueryToken['kind'], text: text.slice(at, end) })
    at = end
  }
  return found
}

/** The position after the bracket that ends a range; undefined without one. */
function endOfRange(text: string, start: number): number | undefined {
  let at = start
  while (at < text.length) {
    if (text[at] === ']' || text[at] === '}') return at + 1
    at =
      text[at] === ' '
        ? at + 1
        : Math.max(matchEnd(quotedEnd, text, at), matchEnd(plainEnd, text, at))
  }
  return undefined
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : 0
}
