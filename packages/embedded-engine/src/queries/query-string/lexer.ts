/** Kinds of pieces of a query string. */
export type TokenKind =
  | 'and'
  | 'or'
  | 'not'
  | 'plus'
  | 'minus'
  | 'bareOperator'
  | 'open'
  | 'close'
  | 'colon'
  | 'star'
  | 'caret'
  | 'quoted'
  | 'term'
  | 'tilde'
  | 'prefix'
  | 'wildcard'
  | 'regexp'
  | 'rangeStart'
  | 'number'
  | 'to'
  | 'rangeEnd'
  | 'rangeQuoted'
  | 'rangeText'
  | 'end'

export interface Token {
  kind: TokenKind
  text: string
}

/** A text that is no query string. */
export class SyntaxFault extends Error {}

const start = '(?:[^ \\t\\n\\r\\u3000+\\-!():^\\[\\]"{}~*?\\\\/]|\\\\[\\s\\S])'
const inner = `(?:${start}|[-+])`

/**
 * Pieces by where they may be; of those that fit, the longest is taken, and the first of equally
 * long ones.
 */
const states = {
  normal: [
    ['and', 'AND|&&'],
    ['or', 'OR|\\|\\|'],
    ['not', 'NOT|!'],
    ['plus', '\\+'],
    ['minus', '-'],
    ['bareOperator', '[-+!][ \\t\\n\\r\\u3000]'],
    ['open', '\\('],
    ['close', '\\)'],
    ['colon', ':'],
    ['star', '\\*'],
    ['caret', '\\^'],
    ['quoted', '"(?:[^"\\\\]|\\\\[\\s\\S])*"'],
    ['term', `${start}${inner}*`],
    ['tilde', `~(?:\\d+(?:\\.\\d+)?${inner}*|${inner}*)`],
    ['prefix', `${start}${inner}*\\*`],
    ['wildcard', `(?:${start}|[*?])(?:${inner}|[*?])*`],
    ['regexp', '/(?:[^/]|\\\\/)*/'],
    ['rangeStart', '[\\[{]'],
  ],
  boost: [['number', '\\d+(?:\\.\\d+)?']],
  range: [
    ['to', 'TO'],
    ['rangeEnd', '[\\]}]'],
    ['rangeQuoted', '"(?:[^"]|\\\\")+"'],
    ['rangeText', '[^ \\]}]+'],
  ],
} as const satisfies Record<string, readonly (readonly [TokenKind, string])[]>

type State = keyof typeof states

const patterns = Object.fromEntries(
  Object.entries(states).map(([state, list]) => [
    state,
    list.map(([kind, source]) => [kind, new RegExp(source, 'uy')]),
  ]),
) as Record<State, [TokenKind, RegExp][]>

/** What may follow some pieces. */
const next: Partial<Record<TokenKind, State>> = {
  caret: 'boost',
  number: 'normal',
  rangeStart: 'range',
  rangeEnd: 'normal',
}

/** Cuts a query string into its pieces, with an `end` after the last. @throws SyntaxFault */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let state: State = 'normal'
  let at = 0
  while (at < text.length) {
    if (state !== 'boost' && ' \t\n\r\u3000'.includes(text[at]!)) {
      at++
      continue
    }
    const token = longest(text, at, state)
    tokens.push(token)
    at += token.text.length
    state = next[token.kind] ?? state
  }
  return [...tokens, { kind: 'end', text: '' }]
}

function longest(text: string, at: number, state: State): Token {
  let best: Token | undefined
  for (const [kind, pattern] of patterns[state]) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined && found.length > (best?.text.length ?? 0)) best = { kind, text: found }
  }
  if (best === undefined) throw new SyntaxFault('unexpected character')
  return best
}

/** The text without the backslashes that escape. @throws SyntaxFault when it ends with one */
export function unescaped(text: string): string {
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text))
    throw new SyntaxFault('Term can not end with escape character.')
  return text.replace(
    /\\u([0-9a-fA-F]{4})|\\([\s\S])/g,
    (_, code: string | undefined, letter: string) =>
      code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
