/** What a part of a simple query string asks. */
export type SimpleNode =
  | { kind: 'words' | 'prefix'; text: string }
  | { kind: 'phrase'; text: string; slop: number }
  | { kind: 'fuzzy'; text: string; edits: number }
  | { kind: 'sequence'; parts: Part[] }

interface Part {
  /** The operator before the part; undefined where none is. */
  operator: 'and' | 'or' | undefined
  isNegated: boolean
  node: SimpleNode
}

const spaces = ' \t\n\r'

/** Reads a simple query string: every text is one. Undefined when it asks for nothing. */
export function parseSimple(text: string): SimpleNode | undefined {
  const parts: Part[] = []
  let operator: Part['operator']
  let negations = 0
  const add = (node: SimpleNode | undefined) => {
    if (node !== undefined) parts.push({ operator, isNegated: negations % 2 === 1, node })
    operator = undefined
  }
  for (let at = 0; at < text.length; ) {
    const letter = text[at]!
    if (letter === '-') {
      negations++
      at++
      continue
    }
    if (letter === '(') {
      const end = closing(text, at + 1)
      if (end === undefined) at++
      else {
        add(end === at + 1 ? undefined : parseSimple(text.slice(at + 1, end)))
        at = end + 1
      }
    } else if (letter === '"') {
      const phrase = readPhrase(text, at + 1)
      if (phrase === undefined) at++
      else {
        add(phrase.node)
        at = phrase.end
      }
    } else if (letter === '+' || letter === '|') {
      if (operator === undefined && parts.length > 0) operator = letter === '+' ? 'and' : 'or'
      at++
    } else if (letter === ')' || spaces.includes(letter)) {
      at++
    } else {
      const word = readWord(text, at)
      add(word.node)
      at = word.end
    }
    negations = 0
  }
  return parts.length === 0 ? undefined : { kind: 'sequence', parts }
}

/** Where the parenthesis that opened before `from` closes. */
function closing(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return undefined
}

function readPhrase(
  text: string,
  from: number,
): { node: SimpleNode | undefined; end: number } | undefined {
  let phrase = ''
  let at = from
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\') at++
    phrase += text[at++] ?? ''
  }
  if (at >= text.length) return undefined
  if (at === from) return { node: undefined, end: at + 1 }
  const isNear = text[at + 1] === '~'
  const number = isNear ? readNumber(text, at + 2) : undefined
  return {
    node: { kind: 'phrase', text: phrase, slop: number?.value ?? 0 },
    end: number?.end ?? at + 1,
  }
}

function readWord(text: string, from: number): { node: SimpleNode | undefined; end: number } {
  let word = ''
  let isPrefix = false
  let at = from
  for (; at < text.length && !isEnd(text[at]!); at++) {
    if (text[at] === '~' && word !== '') {
      const { value, end } = readNumber(text, at + 1)
      const edits = Math.min(value, 2)
      return {
        node: edits === 0 ? { kind: 'words', text: word } : { kind: 'fuzzy', text: word, edits },
        end,
      }
    }
    isPrefix = word !== '' && text[at] === '*'
    if (text[at] === '\\') at++
    word += text[at] ?? ''
  }
  if (word === '') return { node: undefined, end: at }
  return {
    node: isPrefix ? { kind: 'prefix', text: word.slice(0, -1) } : { kind: 'words', text: word },
    end: at,
  }
}

/** The number behind a tilde: 2 when there is none, 0 when it is not a number. */
function readNumber(text: string, from: number): { value: number; end: number } {
  let end = from
  while (end < text.length && !isEnd(text[end]!)) end++
  const digits = text.slice(from, end)
  return { value: digits === '' ? 2 : /^\d+$/.test(digits) ? Number(digits) : 0, end }
}

function isEnd(letter: string): boolean {
  return '"|+()'.includes(letter) || spaces.includes(letter)
}
