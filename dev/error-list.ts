import { engineReasons } from '../kit/api/engine-unavailable.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../kit/api/errors.js'
import { limitReasons, queueReasons } from '../kit/api/rate-limited.js'
import { exampleAnswer } from '../plugins/openapi/errors.js'
import { readTable, type Tables } from '../plugins/openapi/tables.js'
import { withPart } from './doc-tables.js'

const codes = Object.keys(errorKinds) as ErrorCode[]

/** What `error` may be like: a test finds each example, but for its numbers, among real answers. */
export const errorExamples = {
  ...readErrors('plugins/openapi/tables/errors.yml'),
  ...readErrors('directory/openapi.yml'),
}

function readErrors(file: string): Tables['errors'] {
  return (readTable(file) as Pick<Tables, 'errors'>).errors
}

/** docs/errors.md with the current error table, an example, and the reasons of some codes. */
export function withErrors(text: string): string {
  const parts = [
    `| Code | HTTP | When | What to do |\n|---|---|---|---|\n${codes.map(writeRow).join('\n')}`,
    `For example:\n\n${writeJson(exampleAnswer('VALIDATION_ERROR', { errors: errorExamples }))}`,
    ...Object.entries(reasonSections).map(writeSection),
  ]
  return withPart(text, 'errors', parts.join('\n\n'))
}

function writeRow(code: ErrorCode): string {
  const { status, cause, remedy }: ErrorKind = errorKinds[code]
  return `| ${code} | ${status} | ${cause} | ${remedy} |`
}

const writeJson = (value: object) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``

type Reasons = Readonly<Record<string, { cause: string; remedy: string }>>

interface Section {
  intro: string
  reasons: Reasons
}

/** What `details.reason` says, by code. */
const reasonSections: Partial<Record<ErrorCode, Section>> = {
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

function writeSection([code, { intro, reasons }]: [string, Section]): string {
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
