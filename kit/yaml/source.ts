import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { ignoredIn } from './ignored.js'
import { distinct, type Judgement, type Mistake, type Path, type PlacedMistake, type Severity } from './mistakes.js'

/** The value of a setting by name, or undefined when it has none. May throw a plain Error. */
export type SettingOf = (name: string) => string | undefined

/** A YAML file that was read once: its resolved values, and where each of them stands. */
export interface Source {
  file: string
  value: unknown
  /** What is wrong with the text itself: YAML errors, duplicate keys, variables without a value. */
  mistakes: PlacedMistake[]
  /** Gives mistakes found in `value` their line and columns, and the variables that the value came from. */
  place(mistake: Mistake): PlacedMistake
  /** The same for several: one of each place and remedy, without the warnings that a comment in the text silences. */
  placeAll(mistakes: readonly Mistake[]): PlacedMistake[]
}

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/**
 * Parses YAML and puts settings in place of `${NAME}` and `${NAME:-default}`. That is done in the parsed scalars, never in
 * the text, so that a value cannot change the structure and `abc #1` stays whole; what held a variable is a string.
 * @param file Name of the file, for messages.
 */
export function parseSource(file: string, text: string, settingOf: SettingOf): Source {
  const lines = new LineCounter()
  // prettyErrors would quote the lines around an error, and with them what stands there
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const at: Locate = ([start, end], { rule, message, remedy }, severity = 'error') => {
    const { line, col } = lines.linePos(start)
    const column = Math.max(col, 1)
    const width = text.slice(start, end).search(/[ \t]*[\r\n]/)
    const endColumn = column + Math.max(1, width < 0 ? end - start : width)
    return { file, line: Math.max(line, 1), column, endColumn, severity, rule, message, remedy }
  }
  const mistakes = syntaxErrors(document).map((error) => at(error.pos, told(error, text)))
  const variables = new Map<Scalar, string[]>()
  if (mistakes.length === 0) {
    const report = (...found: Parameters<Locate>) => mistakes.push(at(...found))
    findLostAliases(document, text, report)
    substitute(document, settingOf, variables, report)
    copyTexts(document)
  }
  const value: unknown = mistakes.length === 0 ? document.toJS() : undefined
  const place = ({ path, severity, ...judgement }: Mistake) => {
    const { range, node } = find(document, path)
    const from = (isScalar(node) && variables.get(node)) || []
    const message = from.length > 0 ? `${judgement.message} (value of ${from.join(', ')})` : judgement.message
    return at(range, { ...judgement, message }, severity)
  }
  const isIgnored = ignoredIn(text)
  const placeAll = (found: readonly Mistake[]) => distinct(found.map(place)).filter((placed) => !isIgnored(placed))
  return { file, value, mistakes, place, placeAll }
}

/** Where a part of the text begins and ends. */
type Span = readonly [start: number, end: number]
type Locate = (span: Span, judgement: Judgement, severity?: Severity) => PlacedMistake
type ReportAt = (span: Span, judgement: Judgement) => void

/** Keys that stand twice, and the first error of another kind: those after it are only its echo. */
function syntaxErrors({ errors, warnings }: Document): YAMLError[] {
  const all = [...errors, ...warnings]
  const first = all.find(({ code }) => code !== 'DUPLICATE_KEY')
  return all.filter((error) => error.code === 'DUPLICATE_KEY' || error === first)
}

/** What a YAML error means to whoever wrote the text. */
function told({ code, message, pos }: YAMLError, text: string): Judgement {
  const sign = text[pos[0]]
  const unquoted = (value: string) => ({
    rule: 'yaml-quotes',
    message: `a value that begins with "${sign}" must stand in quotes`,
    remedy: quoted(text, pos[0], value),
  })
  switch (code) {
    case 'DUPLICATE_KEY':
      return {
        rule: 'yaml-duplicate-key',
        message: 'this key stands twice in one mapping',
        remedy: 'keep one of the two',
      }
    case 'BAD_ALIAS':
      return unquoted(sign === '*' ? '"*"' : '"&…"')
    case 'BAD_SCALAR_START':
      return unquoted('"…"')
    case 'UNEXPECTED_TOKEN':
      return { rule: 'yaml-syntax', message: 'this is not valid YAML', remedy: 'this cannot stand here' }
    default:
      return { rule: 'yaml-syntax', message: 'this is not valid YAML', remedy: message }
  }
}

/** `write host: "*"`, with the key that stands before the value, if one does. */
function quoted(text: string, offset: number, value: string): string {
  const key = /([\w.-]+:)[ \t]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[1]
  return `write ${key === undefined ? value : `${key} ${value}`}`
}

/** `*.example.org` without quotes is an alias too, of an anchor that nobody set. */
function findLostAliases(document: Document, text: string, report: ReportAt): void {
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document)) return
      const span = spanOf(node)
      const remedy = `${quoted(text, span[0], '"*…"')} if it is text, else &name before *name`
      report(span, { rule: 'yaml-alias', message: 'this alias has no anchor', remedy })
    },
  })
}

/**
 * Replaces the variables in every string value (not in keys) of the document.
 * @param used Takes down which of them gave a value its text.
 */
function substitute(document: Document, settingOf: SettingOf, used: Map<Scalar, string[]>, report: ReportAt): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const span = spanOf(node)
      if (node.value.replaceAll(variable, '').includes('${')) {
        const remedy = 'write a name in it, or a name and a default, as in this file'
        report(span, { rule: 'variable-syntax', message: '"${" begins no variable here', remedy })
        return
      }
      const names: string[] = []
      used.set(node, names)
      node.value = node.value.replaceAll(variable, (_, name: string, fallback?: string) => {
        try {
          const value = settingOf(name)
          if (value !== undefined) names.push(name)
          else if (fallback === undefined) {
            const remedy = `set ${name}, or write \${${name}:-default}`
            report(span, { rule: 'variable-missing', message: `${name} has no value`, remedy })
          }
          return value ?? fallback ?? ''
        } catch (error) {
          const remedy = (error as Error).message
          report(span, { rule: 'variable-unusable', message: `${name} cannot be used`, remedy })
          return ''
        }
      })
    },
  })
}

/**
 * Gives every text bytes of its own. As parts of the file they would have two bytes a letter if any letter of it needs two, be it
 * in a comment, and so would all that is made of them with each request: lines of the log, headers.
 */
function copyTexts(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = Buffer.from(node.value).toString()
    },
  })
}

function spanOf(node: unknown): Span {
  const [start, end] = (node as { range?: [number, number, number] | null }).range ?? [0, 0]
  // of a mapping or a list its first letter, for it may go on over many lines
  return isScalar(node) || isAlias(node) ? [start, end] : [start, start + 1]
}

/**
 * The span of the key or list item that a path leads to, and the node of its value; of the nearest one around it, without
 * a node, when the path leads nowhere.
 */
function find(document: Document, path: Path): { range: Span; node?: unknown } {
  let node: unknown = document.contents
  let range: Span = [0, 1]
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = pairIn(node, String(step), document)
      if (!pair) return { range }
      if (isScalar(pair.key)) range = spanOf(pair.key)
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)]
      if (!item) return { range }
      range = spanOf(item)
      node = item
    } else return { range }
  }
  return { range, node: isAlias(node) ? node.resolve(document) : node }
}

/** The pair of a key in a mapping, its own or one that `<<` brings in. */
function pairIn(map: YAMLMap, name: string, document: Document): Pair | undefined {
  const named = (text: string) =>
    map.items.filter(({ key }) => isScalar(key) && (String(key.value) === text || key.source === text)) // `<<` has no text as its value
  const [own] = named(name)
  if (own) return own
  for (const { value } of named('<<')) {
    for (const merged of isSeq(value) ? value.items : [value]) {
      const source = isAlias(merged) ? merged.resolve(document) : merged
      const pair = isMap(source) ? pairIn(source, name, document) : undefined
      if (pair) return pair
    }
  }
  return undefined
}
