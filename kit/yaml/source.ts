import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import type { Mistake, Path, PlacedMistake } from './mistakes.js'

/** The value of a setting by name, or undefined when it has none. May throw a plain Error. */
export type SettingOf = (name: string) => string | undefined

/** A YAML file that was read once: its resolved values, and where each of them stands. */
export interface Source {
  file: string
  value: unknown
  /** What is wrong with the text itself: YAML errors, duplicate keys, variables without a value. */
  mistakes: PlacedMistake[]
  /** Gives mistakes found in `value` their line and column. */
  place(mistake: Mistake): PlacedMistake
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
  const at = (offset: number, message: string, remedy: string): PlacedMistake => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1), message, remedy }
  }
  const mistakes = syntaxErrors(document).map((error) => at(error.pos[0], ...told(error, text)))
  if (mistakes.length === 0) {
    findLostAliases(document, text, (...found) => mistakes.push(at(...found)))
    substitute(document, settingOf, (...found) => mistakes.push(at(...found)))
  }
  const value: unknown = mistakes.length === 0 ? document.toJS() : undefined
  const place = ({ path, message, remedy }: Mistake) => at(offsetOf(document, path), message, remedy)
  return { file, value, mistakes, place }
}

/** Keys that stand twice, and the first error of another kind: those after it are only its echo. */
function syntaxErrors({ errors, warnings }: Document): YAMLError[] {
  const all = [...errors, ...warnings]
  const first = all.find(({ code }) => code !== 'DUPLICATE_KEY')
  return all.filter((error) => error.code === 'DUPLICATE_KEY' || error === first)
}

/** What a YAML error means to whoever wrote the text: message and remedy. */
function told({ code, message, pos }: YAMLError, text: string): [message: string, remedy: string] {
  switch (code) {
    case 'DUPLICATE_KEY':
      return ['this key stands twice in one mapping', 'keep one of the two']
    case 'BAD_ALIAS':
      return text[pos[0]] === '*'
        ? ['a value that begins with "*" must stand in quotes', quoted(text, pos[0], '"*"')]
        : ['a value that begins with "&" must stand in quotes', quoted(text, pos[0], '"&…"')]
    case 'BAD_SCALAR_START':
      return [`a value that begins with "${text[pos[0]]}" must stand in quotes`, quoted(text, pos[0], '"…"')]
    case 'UNEXPECTED_TOKEN':
      return ['this is not valid YAML', 'this cannot stand here']
    default:
      return ['this is not valid YAML', message]
  }
}

/** `write host: "*"`, with the key that stands before the value, if one does. */
function quoted(text: string, offset: number, value: string): string {
  const key = /([\w.-]+:)[ \t]+$/.exec(text.slice(Math.max(0, offset - 100), offset))?.[1]
  return `write ${key === undefined ? value : `${key} ${value}`}`
}

type ReportAt = (offset: number, message: string, remedy: string) => void

/** `*.example.org` without quotes is an alias too, of an anchor that nobody set. */
function findLostAliases(document: Document, text: string, report: ReportAt): void {
  visit(document, {
    Alias(_, node) {
      if (node.resolve(document)) return
      const offset = node.range?.[0] ?? 0
      const remedy = `${quoted(text, offset, '"*…"')} if it is text, else &name before *name`
      report(offset, 'this alias has no anchor', remedy)
    },
  })
}

/** Replaces the variables in every string value (not in keys) of the document. */
function substitute(document: Document, settingOf: SettingOf, report: ReportAt): void {
  visit(document, {
    Scalar(key, node) {
      if (key === 'key' || typeof node.value !== 'string' || !node.value.includes('${')) return
      const offset = node.range?.[0] ?? 0
      if (node.value.replaceAll(variable, '').includes('${')) {
        report(offset, '"${" begins no variable here', 'write a name in it, or a name and a default, as in this file')
        return
      }
      node.value = node.value.replaceAll(variable, (_, name: string, fallback?: string) => {
        try {
          const value = settingOf(name) ?? fallback
          if (value === undefined) report(offset, `${name} has no value`, `set ${name}, or write \${${name}:-default}`)
          return value ?? ''
        } catch (error) {
          report(offset, `${name} cannot be used`, (error as Error).message)
          return ''
        }
      })
    },
  })
}

/** Offset of the key or list item that a path leads to; of the nearest one around it when the path leads nowhere. */
function offsetOf(document: Document, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = pairIn(node, String(step), document)
      if (!pair) break
      offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as { range?: [number, number, number] } | undefined
      if (!item) break
      offset = item.range?.[0] ?? offset
      node = item
    } else break
  }
  return offset
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
