import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTests } from '../../../../gateway/lab/test-files.js'
import { ConfigurationError } from '../../../../kit/config/yaml/diagnostics.js'

const folder = mkdtempSync(join(tmpdir(), 'directory-tests-'))
mkdirSync(join(folder, 'tests'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What is wrong with a file of policy tests: line, message and remedy. */
function findMistakes(text: string): string[] {
  writeFileSync(join(folder, 'tests/own.yml'), text)
  try {
    readTests(folder, () => undefined, ['user'])
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.mistakes.map(({ line, message, remedy }) => `${line} ${message}: ${remedy}`)
  }
}

const expect200 = 'expect: { status: 200 }'
test.each<[name: string, text: string, ...found: RegExp[]]>([
  ['nothing', `a: { request: GET /, caller: { key: user }, ${expect200} }`],
  ['a list', `- { request: GET /, ${expect200} }`, /^1 the file must be a mapping: write names of/],
  ['an empty file', '', /^1 the file must be a mapping/],
  [
    'a request that is none',
    `a:\n  request: robots.txt\n  ${expect200}`,
    /^2 "request" has an unsupported form: Method and path/,
  ],
  [
    'an unknown key',
    'a:\n  request: GET /\n  expect: { stats: 200 }',
    /^3 unknown parameter "stats": did you mean "status"\?$/,
  ],
  [
    'a role that there is not',
    `a: { request: GET /, caller: { key: usr }, ${expect200} }`,
    /^1 auth-service.config.yml has no role "usr": did you mean "user"\?$/,
  ],
])('%s is found', (_, text, ...found) => {
  expect(findMistakes(text)).toEqual(found.map((one) => expect.stringMatching(one)))
})
