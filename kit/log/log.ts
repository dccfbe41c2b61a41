import { isatty } from 'node:tty'
import { type Logger, pino } from 'pino'
import { type LogLevel, logLevel } from '../config/settings.js'
import type { PlacedDiagnostic, SettingDiagnostic } from '../config/yaml/diagnostics.js'
import { isoTime } from './iso-time.js'
import { LineWriter } from './line-writer.js'
import { pretty } from './pretty.js'
import { RecentLines } from './recent-lines.js'
import { withoutCredentials } from './redact.js'
import { jsonMembers, type RequestIds, type RequestMembers } from './request-line.js'
import { workerNumber } from './worker-number.js'

export type { Logger }

/** Names that always hold a secret in a log record. */
const secretNames = [
  'password',
  'key',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'authorization',
  'cookie',
]

/**
 * A line that cannot be written (a full disk, a closed terminal) is lost, or kept for a while: it
 * never ends the process.
 */
const maxKeptBytes = 1_048_576
const stdout = pino
  .destination({ dest: 1, sync: true, maxLength: maxKeptBytes })
  .on('error', () => undefined)
/** The last lines of a worker, for who has the id of a request; undefined in other processes. */
export const recentLines = workerNumber === undefined ? undefined : new RecentLines()

const isTerminal = isatty(1)
const lines = new LineWriter((text) => {
  recentLines?.keep(text)
  stdout.write(isTerminal ? text.replace(/.+\n/g, pretty) : text)
})

/** The time of a line, in milliseconds since 1970, after the level. */
const timeMember = (ms: number) => `,"time":"${isoTime(ms)}"`

/**
 * One JSON line per event on standard output; on a terminal a readable form. Values under secret
 * names, and anything in the form of our credentials, are removed before writing; text from callers
 * must go through `redacted` first.
 */
export const log: Logger = pino(
  {
    level: levelWhileLoading(),
    base: workerNumber === undefined ? null : { worker: workerNumber },
    timestamp: () => timeMember(Date.now()),
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: withoutCredentials },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: {
      err: toOutline,
      cause: (error: unknown) => toOutline(error, { hasStack: false }),
    },
  },
  { write: (line) => lines.write(line) },
)

const worker = workerNumber === undefined ? '' : `,"worker":${workerNumber}`

/**
 * For request lines, of which there are many: they are batched and written in pino's form but not
 * by it. Their members are fixed, none has a secret name, and text from callers is `redacted`, so
 * they are searched neither for secret names nor for credentials.
 */
export const requestLog = {
  /** Whether LOG_LEVEL enables them. */
  isOn: () => log.isLevelEnabled('info'),

  write(ids: RequestIds, members: RequestMembers): void {
    const ms = Date.now()
    lines.writeSoon(
      () =>
        `{"level":"info"${timeMember(ms)}${worker}${jsonMembers(ids, members)},"msg":"request"}\n`,
    )
  },
}

/** Maximum depth of an error's causes; they may be circular. */
const maxDepth = 4

/**
 * Errors of client libraries carry whole requests, including credentials: only these members are
 * written. A `cause` is a failure that is expected to occur, and to repeat for each request: it has
 * no stack.
 */
function toOutline(error: unknown, { depth = 1, hasStack = true } = {}): unknown {
  if (!(error instanceof Error)) return typeof error
  const { name, message, stack, cause } = error
  const { code, reason } = error as { code?: string; reason?: string }
  const isLast = cause === undefined || depth === maxDepth
  return {
    ...{ name, message, code, reason },
    ...(hasStack && { stack }),
    ...(!isLast && { cause: toOutline(cause, { depth: depth + 1, hasStack }) }),
  }
}

/**
 * An invalid LOG_LEVEL stops the start, which checks it itself; thrown from here it would be a
 * stack trace.
 */
function levelWhileLoading(): LogLevel {
  try {
    return logLevel()
  } catch {
    return 'info'
  }
}

/** Logs findings of a start that do not stop it: one line each. */
export function logWarnings(warnings: readonly (PlacedDiagnostic | SettingDiagnostic)[]): void {
  for (const { severity: _, message, remedy, ...place } of warnings)
    log.warn(place, `${message}: ${remedy}`)
}
