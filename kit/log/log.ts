import { isatty } from 'node:tty'
import { type Logger, pino } from 'pino'
import { type LogLevel, logLevel } from '../config/settings.js'
import { isoTime } from './iso-time.js'
import { LineWriter } from './line-writer.js'
import { pretty } from './pretty.js'
import { withoutCredentials } from './redact.js'
import { jsonMembers, type RequestIds, type RequestMembers } from './request-line.js'
import { workerNumber } from './worker-number.js'

export type { Logger }

/** Names that hold a secret wherever they stand in a log record. */
const secretNames = ['password', 'key', 'token', 'accessToken', 'refreshToken', 'secret', 'authorization', 'cookie']

/** A line that cannot be written (a full disk, a terminal that has closed) is lost, or kept for a while: it ends nothing. */
const maxKeptBytes = 1_048_576
const standardOutput = pino.destination({ dest: 1, sync: true, maxLength: maxKeptBytes }).on('error', () => undefined)
const lines = new LineWriter((text) => void standardOutput.write(text))
const shown = isatty(1) ? pretty : (line: string) => line

/** The time of a line, in milliseconds since 1970, as it stands behind the level. */
const timeMember = (ms: number) => `,"time":"${isoTime(ms)}"`

/**
 * One JSON line per event on standard output; on a terminal the same for people. Values under secret names, and whatever has
 * the form of our credentials, are cut out before they are written; what a caller wrote belongs through `redacted` first.
 */
export const log: Logger = pino(
  {
    level: levelWhileLoading(),
    base: workerNumber === undefined ? null : { worker: workerNumber },
    timestamp: () => timeMember(Date.now()),
    formatters: { level: (label) => ({ level: label }) },
    hooks: { streamWrite: withoutCredentials },
    redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    serializers: { err: outlineOf, cause: outlineOf },
  },
  { write: (line) => lines.write(shown(line)) },
)

const worker = workerNumber === undefined ? '' : `,"worker":${workerNumber}`

/**
 * For the lines of requests, which are many: those of a moment are written together, in pino's form but not by it. Their members
 * are fixed, none has a secret name, and what a caller wrote is `redacted`, so they are searched neither for secret names nor
 * for credentials.
 */
export const requestLog = {
  /** Whether LOG_LEVEL lets them pass. */
  isOn: () => log.isLevelEnabled('info'),

  write(ids: RequestIds, members: RequestMembers): void {
    const ms = Date.now()
    lines.writeSoon(() =>
      shown(`{"level":"info"${timeMember(ms)}${worker}${jsonMembers(ids, members)},"msg":"request"}\n`),
    )
  },
}

/** How deep the causes of an error are followed; they may run in a circle. */
const deepest = 4

/** Errors of client libraries carry whole requests, credentials included: only these members are written. */
function outlineOf(error: unknown, depth = 1): unknown {
  if (!(error instanceof Error)) return typeof error
  const { name, message, stack, cause } = error
  const { code, reason } = error as { code?: string; reason?: string }
  const inner = cause === undefined || depth === deepest ? {} : { cause: outlineOf(cause, depth + 1) }
  return { name, message, code, reason, stack, ...inner }
}

/** A wrong LOG_LEVEL stops the start, which asks for it by itself; thrown from here it would be a stack trace. */
function levelWhileLoading(): LogLevel {
  try {
    return logLevel()
  } catch {
    return 'info'
  }
}
