import {
  type Document,
  isScalar,
  LineCounter,
  parse,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml'
import { type Aliases, aliasesOf } from './aliases.js'
import {
  type Diagnostic,
  distinct,
  type FileLocation,
  type PlacedDiagnostic,
  type Severity,
  type Violation,
} from './diagnostics.js'
import { ignoredIn } from './ignored.js'
import { findWrongKeys, strangeIndent, strangeLines } from './keys.js'
import { findUnplainNumbers } from './numbers.js'
import { find, type PathTarget, type Span, spanOf } from './places.js'
import { quoted, syntaxErrors, syntaxViolation } from './syntax.js'

/**
 * The value of a setting by name, or undefined when it has none. May throw a plain Error.
 * @param fallback The default next to the name in the file, which applies then.
 */
export type SettingOf = (name: string, fallback?: string) => string | undefined

/** A YAML file that was read once: its resolved values, and the location of each of them. */
export interface Source {
  file: string
  value: unknown
  /** Errors of the text itself: YAML errors, duplicate keys, variables without a value. */
  mistakes: PlacedDiagnostic[]
  /**
   * Adds to mistakes found in `value` their line and columns, and the variables that the value came
   * from.
   */
  place(mistake: Diagnostic): PlacedDiagnostic
  /**
   * The same for several: deduplicated by location and fix, without the warnings that a comment in
   * the text silences. A mistake that only exists where an alias is used, not at its anchor, is
   * located at the alias.
   */
  placeAll(mistakes: readonly Diagnostic[]): PlacedDiagnostic[]
}

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g

/**
 * Parses YAML and replaces `${NAME}` and `${NAME:-default}` by settings. This is done in the parsed
 * scalars, never in the text, so that a value cannot change the structure and `abc #1` stays whole;
 * what held a variable is a string.
 * @param file Name of the file, for messages.
 */
export function parseSource(file: string, text: string, settingOf: SettingOf): Source {
  const lines = new LineCounter()
  // prettyErrors would quote the lines around an error, with their values
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  const at: Locate = ([start, end], { rule, message, remedy }, severity = 'error') => {
    const { line, col } = lines.linePos(start)
    const column = Math.max(col, 1)
    const width = text.slice(start, end).search(/[ \t]*[\r\n]/)
    const endColumn = column + Math.max(1, width < 0 ? end - start : width)
    return { file, line: Math.max(line, 1), column, endColumn, severity, rule, message, remedy }
  }
  const strange = strangeLines(text, lines.lineStarts)
  const mistakes = syntaxErrors(document).map((error) => {
    const { line } = lines.linePos(error.pos[0])
    const near = strange.find((start) => [line, line + 1].includes(lines.linePos(start).line))
    if (near !== undefined) return at([near, near + 1], strangeIndent)
    return at(error.pos, syntaxViolation(error, text))
  })
  const aliases = aliasesOf(document)
  const variables = new Map<Scalar, string[]>()
  if (mistakes.length === 0) {
    const report = (...found: Parameters<Locate>) => mistakes.push(at(...found))
    findLostAliases(aliases, text, report)
    findWrongKeys(document, text, report)
    findUnplainNumbers(document, report)
    substitute(document, settingOf, variables, report)
    copyTexts(document)
  }
  // The limit of 100 uses of an anchor protects against untrusted files: this is the operator's own
  const value: unknown = mistakes.length === 0 ? document.toJS({ maxAliasCount: -1 }) : undefined
  const placeAt = (
    { path: _, severity = 'error', location, ...violation }: Diagnostic,
    range: Span,
    { node }: PathTarget,
  ): PlacedDiagnostic => {
    if (location) return { ...violation, severity, ...locationOf(location) }
    const from = (isScalar(node) && variables.get(node)) || []
    const message =
      from.length > 0 ? `${violation.message} (value of ${from.join(', ')})` : violation.message
    return at(range, { ...violation, message }, severity)
  }
  const place = (mistake: Diagnostic) => {
    const found = find(document, aliases, mistake.path)
    return placeAt(mistake, found.range, found)
  }
  const isIgnored = ignoredIn(text)
  const placeAll = (mistakes: readonly Diagnostic[]) => {
    const found = mistakes.map((mistake) => ({ mistake, ...find(document, aliases, mistake.path) }))
    const keyOf = ({ mistake, range }: (typeof found)[number]) => `${mistake.rule} ${range[0]}`
    const ofAnchors = new Set(found.filter(({ use }) => use === undefined).map(keyOf))
    const placed = found.map((one) =>
      placeAt(
        one.mistake,
        one.use === undefined || ofAnchors.has(keyOf(one)) ? one.range : one.use,
        one,
      ),
    )
    return distinct(placed).filter((one) => one.file !== file || !isIgnored(one))
  }
  return { file, value, mistakes, place, placeAll }
}

const locationOf = ({ file, line, column, endColumn }: FileLocation): FileLocation => ({
  ...{ file, line, column, endColumn },
})

type Locate = (span: Span, violation: Violation, severity?: Severity) => PlacedDiagnostic
type ReportAt = (span: Span, violation: Violation) => void

/**
 * The value of a YAML file of the product itself, whose mistakes a test finds: without places, in
 * half the time. @throws Error when it is no YAML.
 */
export function parseYaml(text: string): unknown {
  return parse(text, { merge: true })
}

/** `*.example.org` without quotes is an alias too, of an undefined anchor. */
function findLostAliases(aliases: Aliases, text: string, report: ReportAt): void {
  for (const [alias, node] of aliases) {
    const span = spanOf(alias)
    if (node === 'no anchor') {
      const remedy = `${quoted(text, span[0], '"*…"')} if it is text, else &name before *name`
      report(span, { rule: 'yaml-alias', message: 'this alias has no anchor', remedy })
    } else if (node === 'inside its anchor') {
      const remedy = 'set the &name at a value that ends before this line'
      report(span, {
        rule: 'yaml-alias',
        message: 'this alias is inside its own anchor',
        remedy,
      })
    }
  }
}

/**
 * Replaces the variables in every string value (not in keys) of the document.
 * @param used Records which of them gave a value its text.
 */
function substitute(
  document: Document,
  settingOf: SettingOf,
  used: Map<Scalar, string[]>,
  report: ReportAt,
): void {
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
          const value = settingOf(name, fallback)
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
 * Copies every text. As slices of the file they would have two bytes per letter if any letter of it
 * needs two, even in a comment, and so would everything built from them with each request: log
 * lines, headers.
 */
function copyTexts(document: Document): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string') node.value = Buffer.from(node.value).toString()
    },
  })
}
