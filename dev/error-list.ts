import { readFileSync, writeFileSync } from 'node:fs'
import { engineReasons } from '../kit/api/engine-unavailable.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../kit/api/errors.js'
import { limitReasons, queueReasons } from '../kit/api/rate-limited.js'
import { errorExamples } from './error-examples.js'
import { wrapped } from './wrapped.js'

const begin = '<!-- errors: written by `npm run docs`; a test compares -->\n'
const end = '<!-- /errors -->'

const codes = Object.keys(errorKinds) as ErrorCode[]

/** What of an answer differs with each request, in the examples. */
export const exampleMeta = {
  requestId: '6f1c3a52-8a0e-4d2b-9c57-0b1f6f0e8d11',
  timestamp: '2030-01-31T12:00:00.000Z',
}

/** The whole answer with a code, as the examples show it. */
export function exampleAnswer(code: ErrorCode): object {
  return { status: 'error', error: { code, ...errorExamples[code] }, meta: exampleMeta }
}

/** Headers that an answer with this code carries besides those of every answer. */
export function headersOf(code: ErrorCode): string[] {
  const { status }: ErrorKind = errorKinds[code]
  if (status === 401) return ['WWW-Authenticate']
  if (status === 405) return ['Allow']
  if (status === 429)
    return ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  return status === 503 ? ['Retry-After'] : []
}

/** docs/errors.md with the current error table: a line and a heading for each code. */
export function withErrors(text: string): string {
  const [head = '', rest = ''] = text.split(begin)
  const lines = codes.map(
    (code) => `| [${code}](#${code.toLowerCase()}) | ${errorKinds[code].status} |`,
  )
  return [
    head,
    begin,
    `\n| Code | HTTP |\n|---|---|\n${lines.join('\n')}\n\n`,
    codes.map(sectionOf).join(''),
    end,
    rest.slice(rest.indexOf(end) + end.length),
  ].join('')
}

type Reasons = Readonly<Record<string, { cause: string; remedy: string }>>

/** What `details.reason` says, by code. */
const reasonsOf: Partial<Record<ErrorCode, { intro: string; reasons: Reasons }>> = {
  ELASTICSEARCH_UNAVAILABLE: { intro: '`details.reason` says why:', reasons: engineReasons },
  RATE_LIMITED: {
    intro:
      '`details` describe the limit: `limit`, `unit`, `by`, `windowSeconds`, `remaining`,\n' +
      '`retryAfterSeconds`, and the `name` that the operator gave it\n' +
      '([limits.md](limits.md)). Limits that are not steps `throttle` have a `reason`:',
    reasons: limitReasons,
  },
  OVERLOADED: { intro: 'If a queue is full, `details.reason` names it:', reasons: queueReasons },
}

function reasonTable(code: ErrorCode): string {
  const told = reasonsOf[code]
  if (!told) return ''
  const rows = Object.entries(told.reasons).map(
    ([reason, { cause, remedy }]) => `| \`${reason}\` | ${cause} | ${remedy} |`,
  )
  return `
${told.intro}

| Reason | When | What to do |
|---|---|---|
${rows.join('\n')}
`
}

function sectionOf(code: ErrorCode): string {
  const { status, cause, remedy }: ErrorKind = errorKinds[code]
  const headers = headersOf(code).map((name) => `\`${name}\``)
  return `## ${code}

HTTP ${status}${headers.length > 0 ? `, with ${headers.join(', ')}` : ''}

- ${wrapped(`When: ${cause}`, '  ')}
- ${wrapped(`What to do: ${remedy}`, '  ')}
${reasonTable(code)}
\`\`\`json
${JSON.stringify(exampleAnswer(code), undefined, 2)}
\`\`\`

`
}

if (process.argv[1]?.endsWith('error-list.js')) {
  const file = 'docs/errors.md'
  writeFileSync(file, withErrors(readFileSync(file, 'utf8')))
}
