import { unsupported } from '../../errors.js'
import { SyntaxFault, type Token, type TokenKind, tokensOf, unescaped } from './lexer.js'

/** What one clause of a query string asks; `field` is undefined where none is named. */
export type Node = { field: string | undefined; boost: number } & (
  | { kind: 'text'; text: string }
  | { kind: 'phrase'; text: string; slop: number | undefined }
  | { kind: 'prefix' | 'wildcard'; text: string }
  | { kind: 'fuzzy'; text: string; edits: string }
  | {
      kind: 'range'
      low: string | undefined
      high: string | undefined
      withLow: boolean
      withHigh: boolean
    }
  | { kind: 'group'; items: Item[] }
)

/**
 * A clause with the operators before it; `several` marks words without operators between them,
 * searched as one text.
 */
export interface Item {
  conjunction: 'and' | 'or' | undefined
  modifier: 'required' | 'prohibited' | undefined
  several: boolean
  node: Node
}

/** Reads a query string by the grammar of Lucene's classic query parser. @throws SyntaxFault */
export function parseQueryString(text: string, field: string | undefined): Node {
  const parser = new Parser(tokensOf(text))
  const node = parser.group(field)
  parser.take('end')
  return node
}

/** Groups within groups, at most. */
const maxDepth = 100

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  group(field: string | undefined): Node {
    if (++this.#depth > maxDepth) throw new SyntaxFault('too many groups within groups')
    const items: Item[] = []
    do items.push(this.#isSeveral() ? this.#several(field) : this.#item(field, items.length === 0))
    while (!['close', 'end'].includes(this.#kind()))
    this.#depth--
    return { kind: 'group', field, boost: 1, items }
  }

  take(kind: TokenKind): string {
    const token = this.#tokens[this.#at]!
    if (token.kind !== kind) throw new SyntaxFault(`expected ${kind}`)
    this.#at++
    return token.text
  }

  #kind(ahead = 0): TokenKind {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)]!.kind
  }

  #takeIf(kind: TokenKind): string | undefined {
    return this.#kind() === kind ? this.take(kind) : undefined
  }

  /** Two words in a row, the second one without an operator of its own. */
  #isSeveral(): boolean {
    return this.#kind() === 'term' && this.#isFurtherWord(1)
  }

  #isFurtherWord(ahead: number): boolean {
    const after: readonly TokenKind[] = ['colon', 'star', 'tilde', 'caret', 'and', 'or']
    return this.#kind(ahead) === 'term' && !after.includes(this.#kind(ahead + 1))
  }

  #several(field: string | undefined): Item {
    let text = this.take('term')
    while (this.#isFurtherWord(0)) text += ` ${this.take('term')}`
    const node: Node = { kind: 'text', field, boost: 1, text: unescaped(text) }
    return { conjunction: undefined, modifier: undefined, several: true, node }
  }

  #item(field: string | undefined, isFirst: boolean): Item {
    const conjunction = isFirst ? undefined : this.#either('and', 'or')
    const sign = this.#either('plus', 'minus') ?? this.#takeKind('not')
    const modifier = sign === undefined ? undefined : sign === 'plus' ? 'required' : 'prohibited'
    return { conjunction, modifier, several: false, node: this.#clause(field) }
  }

  #takeKind<Kind extends TokenKind>(kind: Kind): Kind | undefined {
    return this.#takeIf(kind) === undefined ? undefined : kind
  }

  #either<A extends TokenKind, B extends TokenKind>(a: A, b: B): A | B | undefined {
    return this.#takeKind(a) ?? this.#takeKind(b)
  }

  #clause(outer: string | undefined): Node {
    let field = outer
    if (this.#kind(1) === 'colon' && (this.#kind() === 'term' || this.#kind() === 'star')) {
      const name = this.#tokens[this.#at]!.text
      this.#at += 2
      field = unescaped(name)
    }
    if (this.#takeIf('open') === undefined) return this.#term(field)
    const group = this.group(field)
    this.take('close')
    return { ...group, boost: this.#boost() }
  }

  #term(field: string | undefined): Node {
    const kind = this.#kind()
    if (kind === 'rangeStart') return this.#range(field)
    const { text } = this.#tokens[this.#at++]!
    const { boost, tilde } = this.#suffixes()
    const base = { field, boost }
    switch (kind) {
      case 'quoted':
        return { ...base, kind: 'phrase', text: unescaped(text.slice(1, -1)), slop: slopOf(tilde) }
      case 'star':
      case 'wildcard':
        return { ...base, kind: 'wildcard', text }
      case 'prefix':
        return { ...base, kind: 'prefix', text: unescaped(text.slice(0, -1)) }
      case 'bareOperator':
        return { ...base, kind: 'text', text: text.slice(0, 1) }
      case 'term':
      case 'number':
        if (tilde === undefined) return { ...base, kind: 'text', text: unescaped(text) }
        return { ...base, kind: 'fuzzy', text: unescaped(text), edits: tilde.slice(1) }
      case 'regexp':
        throw unsupported('regular expressions of query_string')
      default:
        throw new SyntaxFault('expected a term')
    }
  }

  #suffixes(): { boost: number; tilde: string | undefined } {
    const before = this.#takeIf('tilde')
    const boost = this.#boost()
    return { boost, tilde: before ?? this.#takeIf('tilde') }
  }

  #boost(): number {
    return this.#takeIf('caret') === undefined ? 1 : Number(this.take('number'))
  }

  #range(field: string | undefined): Node {
    const withLow = this.take('rangeStart') === '['
    const low = this.#bound()
    this.take('to')
    const high = this.#bound()
    const withHigh = this.take('rangeEnd') === ']'
    return { kind: 'range', field, boost: this.#boost(), low, high, withLow, withHigh }
  }

  #bound(): string | undefined {
    const { kind, text } = this.#tokens[this.#at++]!
    if (kind === 'rangeQuoted') return unescaped(text.slice(1, -1))
    if (kind !== 'rangeText' && kind !== 'to') throw new SyntaxFault('expected a bound')
    return text === '*' ? undefined : unescaped(text)
  }
}

function slopOf(tilde: string | undefined): number | undefined {
  const slop = tilde === undefined ? Number.NaN : Number.parseFloat(tilde.slice(1))
  return Number.isNaN(slop) ? undefined : Math.trunc(slop)
}
