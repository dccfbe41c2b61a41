import { styleText } from 'node:util'

/** Colours by level; the others are plain. */
const colours: Readonly<Record<string, Parameters<typeof styleText>[0]>> = {
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
}

/**
 * A log line for people at a terminal: the event first, then the rest. Of a request only what was
 * asked and answered; `npm start | cat` has it all. Colours respect NO_COLOR.
 */
export function pretty(line: string): string {
  const { time, level, msg, ...rest } = JSON.parse(line)
  const clock = time.slice(11, 23)
  if (msg === 'request' && rest.method !== undefined) return `${clock} ${requestText(rest)}\n`
  const { err, cause, ...others } = rest
  const fields = Object.entries(others).map(([name, value]) => `${name}=${renderText(value)}`)
  const colour = colours[level]
  const head = `${clock} ${level.padEnd(5)} ${renderText(msg)}`
  const lines = [
    colour ? styleText(colour, head) : head,
    ...(fields.length > 0 ? [fields.join(' ')] : []),
  ]
  return `${lines.join('  ')}${renderStack(err)}${renderStack(cause)}\n`
}

/** `POST /path 400 VALIDATION_ERROR 1.5 ms` */
function requestText({ method, path, status, code, durationMs }: Record<string, unknown>): string {
  const answer = [status ?? 'no answer', code].filter(Boolean).join(' ')
  const colour = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : undefined
  return `${method} ${renderText(path)} ${colour ? styleText(colour, answer) : answer} ${durationMs} ms`
}

/** Words as they are, everything else as JSON; no terminal control sequences. */
function renderText(value: unknown): string {
  const isWords = typeof value === 'string' && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(value)
  return isWords ? value : printable(JSON.stringify(value))
}

/** Where an error comes from, and its causes. */
function renderStack(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { stack, message = '', code, reason, cause } = error as Record<string, string | undefined>
  const facts = [code, reason].filter(Boolean).join(', ')
  const [first, ...frames] = (stack ?? message).split('\n')
  const lines = [facts ? `${first} (${facts})` : first!, ...frames].map(
    (line) => `\n    ${printable(line)}`,
  )
  return lines.join('') + renderStack(cause)
}

/** Without control characters. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}
