import { readFileSync } from 'node:fs'
import { ConfigurationError, type Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { isMapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import { makeValidate } from '../config/parameters.js'
import { toCall } from './run-tests.js'
import type { WrittenTest } from './test-files.js'
import { testSchema } from './test-schema.js'
import type { TrialCall } from './trial.js'

/** What comments of a request may say, as in a policy test. */
const sayable = ['caller', 'given', 'address', 'used'] as const
const said = new RegExp(`^(?:#|//) (?=(?:${sayable.join('|')}):| {2,}\\S)`)

const { request: _, expect: __, ...known } = testSchema.properties
const schema = { ...testSchema, properties: known, required: [] }

/**
 * Reads a request as editors send it from a `.http` file: comments, `METHOD path`, headers, an empty
 * line, a body, up to a line that begins with `###`. Comments such as `# caller: { key: user }` say what a policy
 * test does.
 * @throws ConfigurationError with the line of each mistake.
 */
export function readRequest(file: string): TrialCall {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const start = lines.findIndex((line) => /^[A-Z]+ \S/.test(line))
  const after = lines.slice(start + 1)
  const end = after.findIndex((line) => line.startsWith('###'))
  const rest = end < 0 ? after : after.slice(0, end)
  const empty = rest.findIndex((line) => line.trim() === '')
  const head = empty < 0 ? rest : rest.slice(0, empty)
  const body =
    empty < 0
      ? ''
      : rest
          .slice(empty + 1)
          .join('\n')
          .trim()
  // the other lines stay, empty, so that a mistake is found at its line
  const comments = lines
    .slice(0, Math.max(0, start))
    .map((line) => (said.test(line) ? line.replace(said, '') : ''))
  const { value, mistakes, place, placeAll } = parseSource(
    file,
    comments.join('\n'),
    () => undefined,
  )
  if (start < 0) throw new ConfigurationError([place(noRequest)])
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  const written = isMapping(value) ? value : {}
  const found = makeValidate()(schema, structuredClone(written), [])
  if (found.length > 0) throw new ConfigurationError(placeAll(found))
  const [method = '', target = ''] = lines[start]!.split(' ')
  const headers = Object.fromEntries(
    head.flatMap((line) => {
      const [, name, text] = /^([^:\s]+):\s*(.*)$/.exec(line) ?? []
      return name === undefined ? [] : [[name, text!]]
    }),
  )
  const request = `${method} ${target.replace(/^https?:\/\/[^/]*(?=\/)/, '')}`
  return toCall({ ...(written as Partial<WrittenTest>), request, headers, body })
}

const noRequest: Diagnostic = {
  path: [],
  rule: 'missing-key',
  message: 'there is no request',
  remedy: 'write a line such as GET /api/v1/limits',
}
