import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { isError } from '../kit/config/yaml/diagnostics.js'
import { maskedText } from '../kit/config/yaml/shown.js'
import type { Finding } from './validate.js'

/** Only this much of a longer line is shown, around the finding. */
const maxWidth = 160

/**
 * The findings for people: place, severity, rule and message, the line with a caret, and the hint.
 * @param stream Where they are written: a terminal gets colours, unless NO_COLOR is set.
 */
export function textReport(
  findings: readonly Finding[],
  stream: NodeJS.WritableStream = process.stderr,
): string {
  const paint = (colour: 'red' | 'yellow' | 'dim', text: string) =>
    styleText(colour, text, { stream })
  const linesOf = lineReader()
  const blocks = findings.map((finding) => {
    const { severity, rule, message, remedy } = finding
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
  })
  return [...blocks, totals(findings)].join('\n')
}

/** `2 errors, 1 warning` */
function totals(findings: readonly Finding[]): string {
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
    return maskedText(readFileSync(file, 'utf8')).split(/\r?\n/)
  } catch {
    return []
  }
}

/** File by file from top to bottom, then the settings. */
export function inOrder(a: Finding, b: Finding): number {
  if (!('file' in a) || !('file' in b)) return Number('file' in b) - Number('file' in a)
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column
}
