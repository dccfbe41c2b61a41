import { type Document, isScalar, LineCounter, parse, parseDocument, type Scalar } from 'yaml'
import {
  type Diagnostic,
  distinct,
  type PlacedDiagnostic,
  type Severity,
  type Violation,
} from './diagnostics.js'
import { findUnplainNumbers } from './numbers.js'
import {
  type Aliases,
  findAnchorBelow,
  findPath,
  type PathTarget,
  resolveAliases,
  type Span,
  toSpan,
} from './places.js'
import { firstErrors, quoted, toViolation } from './syntax.js'
import { copyTexts, type ReportAt, type SettingOf, substitute } from './variables.js'

export type { SettingOf }

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
   * the text silences. A mistake that only exists at some uses of an anchor is located at these
   * aliases; one that every use of it has, at the anchor.
   */
  placeAll(mistakes: readonly Diagnostic[]): PlacedDiagnostic[]
}

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
  const mistakes = firstErrors(document).map((error) => at(error.pos, toViolation(error, text)))
  const aliases = resolveAliases(document)
  const variables = new Map<Scalar, string[]>()
  if (mistakes.length === 0) {
    const report = (...found: Parameters<Locate>) => mistakes.push(at(...found))
    findLostAliases(document, aliases, text, report)
    findUnplainNumbers(document, report)
    substitute(document, settingOf, variables, report)
    copyTexts(document)
  }
  // The limit of 100 uses of an anchor protects against untrusted files: this is the operator's own
  const value: unknown = mistakes.length === 0 ? document.toJS({ maxAliasCount: -1 }) : undefined
  const placeAt = (range: Span, found: FoundDiagnostic): PlacedDiagnostic => {
    const { path: _, severity = 'error', location, ...violation } = found.diagnostic
    if (location) {
      const { file, line, column, endColumn } = location
      return { ...violation, severity, file, line, column, endColumn }
    }
    const from = [...new Set(isScalar(found.node) ? variables.get(found.node) : [])]
    const message =
      from.length > 0 ? `${violation.message} (value of ${from.join(', ')})` : violation.message
    return at(range, { ...violation, message }, severity)
  }
  const findPlace = (diagnostic: Diagnostic): FoundDiagnostic => ({
    ...{ diagnostic, ...findPath(document, aliases, diagnostic.path) },
  })
  const place = (diagnostic: Diagnostic) => {
    const found = findPlace(diagnostic)
    return placeAt(found.range, found)
  }
  const isIgnored = readIgnored(text)
  const placeAll = (diagnostics: readonly Diagnostic[]) => {
    const all = diagnostics.map(findPlace)
    const atAnchors = findAtAnchors(all, aliases)
    const placed = all.map((one) =>
      placeAt(one.use === undefined || atAnchors.has(toKey(one)) ? one.range : one.use, one),
    )
    return distinct(placed).filter((one) => one.file !== file || !isIgnored(one))
  }
  return { file, value, mistakes, place, placeAll }
}

type FoundDiagnostic = PathTarget & { diagnostic: Diagnostic }

const toKey = ({ diagnostic, range }: FoundDiagnostic) => `${diagnostic.rule} ${range[0]}`

/** The keys of mistakes in the anchored value itself: found there, or through each alias of it. */
function findAtAnchors(all: readonly FoundDiagnostic[], aliases: Aliases): Set<string> {
  const atAnchors = new Set<string>()
  const uses = new Map<string, Set<number>>()
  for (const one of all) {
    const key = toKey(one)
    if (one.use === undefined) atAnchors.add(key)
    else uses.set(key, (uses.get(key) ?? new Set()).add(one.use[0]))
  }
  for (const one of all) {
    const ofAnchor = [...aliases.values()].filter((node) => node === one.anchored)
    if (ofAnchor.length > 1 && uses.get(toKey(one))?.size === ofAnchor.length)
      atAnchors.add(toKey(one))
  }
  return atAnchors
}

type Locate = (span: Span, violation: Violation, severity?: Severity) => PlacedDiagnostic

/**
 * The value of a YAML file of the product itself, whose mistakes a test finds: without places, in
 * half the time. @throws Error when it is no YAML.
 */
export function parseYaml(text: string): unknown {
  return parse(text, { merge: true })
}

/** `*.example.org` without quotes is an alias too, of an undefined anchor. */
function findLostAliases(
  document: Document,
  aliases: Aliases,
  text: string,
  report: ReportAt,
): void {
  for (const [alias, node] of aliases) {
    const span = toSpan(alias)
    if (node === 'no anchor') {
      const below = findAnchorBelow(document, alias)
      const line = below && text.slice(0, toSpan(below)[0]).split('\n').length
      const [message, remedy] = below
        ? ['this alias stands above its anchor', `move it below line ${line}, which has the anchor`]
        : [
            'this alias has no anchor',
            `${quoted(text, span[0], '"*…"')} if it is text, else &name before *name`,
          ]
      report(span, { rule: 'yaml-alias', message, remedy })
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

const comment = /#.*\bcheck-ignore:\s*([\w-]+(?:\s*,\s*[\w-]+)*)/

/**
 * Whether the operator has silenced a finding: `# check-ignore: rule-id` in its line, or in the
 * comments right above it. Errors cannot be silenced.
 * @param text The file that it was found in.
 */
function readIgnored(text: string): (mistake: PlacedDiagnostic) => boolean {
  if (!text.includes('check-ignore')) return () => false
  const lines = text.split(/\r?\n/)
  const names = (line: string | undefined, rule: string) =>
    comment
      .exec(line ?? '')?.[1]
      ?.split(/\s*,\s*/)
      .includes(rule) === true
  return function isIgnored({ severity, line, rule }) {
    if (severity === 'error') return false
    if (names(lines[line - 1], rule)) return true
    for (let above = line - 2; /^\s*#/.test(lines[above] ?? ''); above--)
      if (names(lines[above], rule)) return true
    return false
  }
}
