import { engineReasons } from '../kit/api/engine-unavailable.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../kit/api/errors.js'
import { limitReasons, queueReasons } from '../kit/api/rate-limited.js'
import { errorExamples } from './error-examples.js'
import { withPart } from './with-part.js'

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

/** docs/errors.md with the current error table, an example, and the reasons of some codes. */
export function withErrors(text: string): string {
  const parts = [
    `| Code | HTTP | When | What to do |\n|---|---|---|---|\n${codes.map(rowOf).join('\n')}`,
    `For example:\n\n${jsonOf(exampleAnswer('VALIDATION_ERROR'))}`,
    ...Object.entries(reasonsOf).map(sectionOf),
  ]
  return withPart(text, 'errors', parts.join('\n\n'))
}

function rowOf(code: ErrorCode): string {
  const { status, cause, remedy }: ErrorKind = errorKinds[code]
  return `| ${code} | ${status} | ${cause} | ${remedy} |`
}

const jsonOf = (value: object) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

type Reasons = Readonly<Record<string, { cause: string; remedy: string }>>

interface Section {
  intro: string
  reasons: Reasons
}

/** What `details.reason` says, by code. */
const reasonsOf: Partial<Record<ErrorCode, Section>> = {
  RATE_LIMITED: {
    intro:
      '`details` describe the limit: `limit`, `unit`, `by`, `windowSeconds`, `remaining`, ' +
      '`retryAfterSeconds`, and its `name` ([limits.md](limits.md#names-and-counters)). ' +
      'Limits that are not steps `throttle` have a `reason` instead of a name:',
    reasons: limitReasons,
  },
  ELASTICSEARCH_UNAVAILABLE: {
    intro: '`details.version` is `v9`; `details.reason` says why:',
    reasons: engineReasons,
  },
  OVERLOADED: {
    intro: 'If a queue is full, `details.reason` names it:',
    reasons: queueReasons,
  },
}

function sectionOf([code, { intro, reasons }]: [string, Section]): string {
  const rows = Object.entries(reasons).map(
    ([reason, { cause, remedy }]) => `| \`${reason}\` | ${cause} | ${remedy} |`,
  )
  const lines = intro.match(/.{1,100}(?: |$)/g) ?? []
  return `## ${code}

${lines.map((line) => line.trimEnd()).join('\n')}

| Reason | When | What to do |
|---|---|---|
${rows.join('\n')}`
}
