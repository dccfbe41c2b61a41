import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { casesIn } from './cases.js'

/** A mistake in one of the shipped files: what the check finds, and every start refuses. */
export interface BrokenFile {
  name: string
  file: 'gateway.config.yml' | 'auth-service.config.yml' | 'system.config.yml'
  /** What is replaced, where it first is … */
  from: string
  /** … by what. */
  to: string
  /** What is pointed at: where it last comes before the change ends. */
  at: string
  rule: string
  /** Part of the message, and of the remedy. */
  says: readonly [message: string, remedy: string]
  env?: NodeJS.ProcessEnv
}

/**
 * The text of a shipped file with the mistake, and the line and column, from 1, that must be
 * reported.
 */
export function broken({ name, file, from, to, at }: BrokenFile): {
  text: string
  line: number
  column: number
} {
  const right = readFileSync(join('config', file), 'utf8')
  const begin = right.indexOf(from)
  const text = right.replace(from, () => to)
  const place = text.slice(0, begin + to.length).lastIndexOf(at)
  if (begin < 0 || place < 0) throw new Error(`${name}: ${from} or ${at} does not stand in ${file}`)
  const before = text.slice(0, place).split('\n')
  return { text, line: before.length, column: before.at(-1)!.length + 1 }
}

/** Whether only a start finds it: what the plugins' loading and set-up show, and settings. */
export function needsStart({ rule }: BrokenFile): boolean {
  return ['plugin-unusable', 'set-up-failed', 'variable-unusable'].includes(rule)
}

const gateway = 'gateway.config.yml'

type Row = [
  ...change: [from: string, to: string, at: string],
  ...told: [rule: string, message: string, remedy: string],
  env?: NodeJS.ProcessEnv,
]
const { shared: _, ...files } = casesIn<Record<string, Record<string, Row>>>(
  'test/support',
  'broken-files.yml',
)

export const brokenFiles: readonly BrokenFile[] = [
  ...Object.entries(files).flatMap(([file, rows]) =>
    Object.entries(rows).map(
      ([name, [from, to, at, rule, message, remedy, env]]): BrokenFile => ({
        ...{ name, file: file as BrokenFile['file'], from, to, at, rule },
        says: [message, remedy],
        ...(env && { env }),
      }),
    ),
  ),
  ofInfo('contact: { url: example.org }', 'url', 'wrong-url', 'is not an http(s) URL'),
  ofInfo('contact: { email: directory }', 'email', 'wrong-value', 'is not an e-mail address'),
  ofInfo('termsOfService: ftp://a.b/c', 'termsOfService', 'wrong-url', 'is not an http(s) URL'),
]

/** A mistake in what the operator adds to `info` of the OpenAPI document. */
function ofInfo(member: string, at: string, rule: string, message: string): BrokenFile {
  const from = 'openapi.yml # in the folder of the product\n'
  const to = `${from}              info: { ${member} }\n`
  const remedy = rule === 'wrong-url' ? 'https://example.org' : 'directory@example.org'
  return { name: member, file: gateway, from, to, at, rule, says: [message, remedy] }
}
