import { type Logger, pino } from 'pino'

export type { Logger }

/** Names that hold a secret wherever they stand in a log record (reference: features 21). */
const secretNames = ['password', 'key', 'token', 'accessToken', 'refreshToken', 'secret', 'authorization', 'cookie']

/** One JSON line per event on standard output. Values under secret names are cut out before they are written. */
export const log: Logger = pino({
  level: process.env.LOG_LEVEL ?? 'info',
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: secretNames.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
})
