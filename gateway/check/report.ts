import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { isError } from '../../kit/config/yaml/diagnostics.js'
import { maskText } from '../../kit/config/yaml/shown.js'
import { groupBy } from '../lab/words.js'
import type { Finding } from './validate.js'

/** Only this much of a longer line is shown, around the finding. */
const maxWidth = 160

/** Policy tests that fail are shown up to here: beside other findings they are consequences. */
const mostTests = { alone: 20, beside: 3 }

/**
 * The findings for people: place, severity, rule and message, the line with a caret, and the hint.
 * What is found at several places alike is told once. Causes come first, and of the policy tests
 * that fail the first few.
 * @param stream Where they are written: a terminal gets colours, unless NO_COLOR is set.
 */
export function textReport(
  findings: readonly Finding[],
  stream: NodeJS.WritableStream = process.stderr,
): string {
  const linesOf = lineReader()
  const alike = groupBy(findings, ({ rule, message, remedy }) => `${rule} ${message} ${remedy}`)
  const [tests, causes] = [true, false].map((isTest) =>
    alike.filter(([one]) => (one!.rule === 'policy-test') === isTest),
  ) as [Finding[][], Finding[][]]
  const most = causes.length > 0 ? mostTests.beside : mostTests.alone
  const shown = [...causes, ...tests.slice(0, most)]
  const left = tests.length - most
  return [
    ...shown.map(([first, ...others]) => toBlock(first!, others, linesOf, stream)),
    ...(left > 0 ? [`and ${left} more expectations of policy tests fail`] : []),
  ].join('\n')
}

function toBlock(
  finding: Finding,
  others: readonly Finding[],
  linesOf: (file: string) => readonly string[],
  stream: NodeJS.WritableStream,
): string {
  const paint = (colour: 'red' | 'yellow' | 'dim', text: string) =>
    styleText(colour, text, { stream })
  const { severity, rule, message } = finding
  const more = others.length > 0 ? ` (and at ${others.length} more places)` : ''
  const remedy = `${finding.remedy}${more}`
  const place =
    'file' in finding ? `${finding.file}:${finding.line}:${finding.column}` : finding.setting
  const colour = severity === 'error' ? 'red' : 'yellow'
  const head = `${place}  ${paint(colour, severity)}  ${paint('dim', rule)}  ${message}`
  const line = 'file' in finding ? linesOf(finding.file)[finding.line - 1] : undefined
  if (line === undefined || !('file' in finding)) return `${head}\n      ${remedy}`
  const { column, endColumn } = finding
  const from = Math.max(0, endColumn - maxWidth)
  const shown = line.slice(from, from + maxWidth).replaceAll('\t', ' ')
  const caret = paint(colour, '^'.repeat(Math.max(1, endColumn - column)))
  return [
    head,
    `${String(finding.line).padStart(5)} | ${shown}`,
    `      | ${' '.repeat(column - 1 - from)}${caret}  ${remedy}`,
  ].join('\n')
}

/** `2 errors, 1 warning` */
export function totals(findings: readonly Finding[]): string {
  const errors = findings.filter(isError).length
  const counted = [
    [errors, 'error'],
    [findings.length - errors, 'warning'],
  ] as const
  return counted
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(', ')
}

/** Reads the lines of a file, without its secrets; none for an unreadable one. */
function lineReader(): (file: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return function linesOf(file) {
    if (!known.has(file)) known.set(file, readLines(file))
    return known.get(file)!
  }
}

function readLines(file: string): readonly string[] {
  try {
    return maskText(readFileSync(file, 'utf8')).split(/\r?\n/)
  } catch {
    return []
  }
}

/** File by file from top to bottom, then the settings. */
export function inOrder(a: Finding, b: Finding): number {
  if (!('file' in a) || !('file' in b)) return Number('file' in b) - Number('file' in a)
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
