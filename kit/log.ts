import { type Logger, pino } from 'pino'
import { type LogLevel, logLevel } from './settings.js'

export type { Logger }

/** Names that hold a secret wherever they stand in a log record. */
const secretNames = ['password', 'key', 'token', 'accessToken', 'refreshToken', 'secret', 'authorization', 'cookie']

/** One JSON line per event on standard output. Values under secret names are cut out before they are written. */
export const log: Logger = pino({
  level: levelWhileLoading(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
})

/** A wrong LOG_LEVEL stops the start, which asks for it by itself; thrown from here it would be a stack trace. */
function levelWhileLoading(): LogLevel {
  try {
    return logLevel()
  } catch {
    return 'info'
  }
}
