import { readFileSync, writeFileSync } from 'node:fs'
import { engineReasons } from '../kit/api/engine-unavailable.js'
import { type ErrorCode, type ErrorKind, errorKinds } from '../kit/api/errors.js'
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

const reasonTable = `
\`details.reason\` says why:

| Reason | When | What to do |
|---|---|---|
${Object.entries(engineReasons)
  .map(([reason, { cause, remedy }]) => `| \`${reason}\` | ${cause} | ${remedy} |`)
  .join('\n')}
`

function sectionOf(code: ErrorCode): string {
  const { status, cause, remedy }: ErrorKind = errorKinds[code]
  const headers = headersOf(code).map((name) => `\`${name}\``)
  return `## ${code}

HTTP ${status}${headers.length > 0 ? `, with ${headers.join(', ')}` : ''}

- ${wrapped(`When: ${cause}`, '  ')}
- ${wrapped(`What to do: ${remedy}`, '  ')}
${code === 'ELASTICSEARCH_UNAVAILABLE' ? reasonTable : ''}
\`\`\`json
${JSON.stringify(exampleAnswer(code), undefined, 2)}
\`\`\`

`
}

if (process.argv[1]?.endsWith('error-list.js')) {
  const file = 'docs/errors.md'
  writeFileSync(file, withErrors(readFileSync(file, 'utf8')))
}
