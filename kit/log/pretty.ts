import { styleText } from 'node:util'

/** Colours by level; the others are plain. */
const colours: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
}

/**
 * A log line for people at a terminal: the event first, then the rest. Colours respect NO_COLOR.
 */
export function pretty(line: string): string {
  const { time, level, msg, err, cause, ...rest } = JSON.parse(line)
  const { method, path, status, durationMs, ...others } = rest
  const isRequest = msg === 'request' && method !== undefined
  const what = isRequest
    ? `${method} ${path} ${status ?? 'no answer'}, ${durationMs} ms`
    : textOf(msg)
  const fields = Object.entries(isRequest ? others : rest).map(
    ([name, value]) => `${name}=${textOf(value)}`,
  )
  const colour = colours[level]
  const head = `${time.slice(11, 23)} ${level.padEnd(5)} ${what}`
  const lines = [
    colour ? styleText(colour, head) : head,
    ...(fields.length > 0 ? [fields.join(' ')] : []),
  ]
  return `${lines.join('  ')}${stackOf(err)}${stackOf(cause)}\n`
}

/** Words as they are, everything else as JSON; no terminal control sequences. */
function textOf(value: unknown): string {
  const isWords = typeof value === 'string' && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(value)
  return isWords ? value : printable(JSON.stringify(value))
}

/** Where an error comes from, and its causes. */
function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { stack, message = '', code, reason, cause } = error as Record<string, string | undefined>
  const facts = [code, reason].filter(Boolean).join(', ')
  const [first, ...frames] = (stack ?? message).split('\n')
  const lines = [facts ? `${first} (${facts})` : first!, ...frames].map(
    (line) => `\n    ${printable(line)}`,
  )
  return lines.join('') + stackOf(cause)
}

/** Without control characters. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
