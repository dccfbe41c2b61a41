import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEmbeddedEngine } from '../support/embedded-engine.js'

/** The query guard as others have it: packed, installed from its file without a network, and run. */

const root = join(__dirname, '../..')
const run = promisify(execFile)
const readme = readFileSync(join(root, 'packages/query-guard/README.md'), 'utf8')
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'directory-guard-'))
  const cwd = join(root, 'packages/query-guard')
  await run('npm', ['run', 'build'], { cwd })
  await run('npm', ['pack', '--pack-destination', folder], { cwd })
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder })
})

test('the program of the README runs', async () => {
  const [, program] = /```ts\n(.*?)```/s.exec(readme)!
  writeFileSync(join(folder, 'program.js'), program!)
  const { stdout } = await run(process.execPath, ['program.js'], { cwd: folder })
  expect(stdout).toMatch(/^organization-\* \{.*"match":\{"name":"food"\}.*\} \d/)
})

test('the example answers in front of an engine, and refuses what it must', async () => {
  const engine = await startEmbeddedEngine()
  for (const name of ['express', '@elastic'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  const file = join(folder, 'node_modules/elasticsearch-query-guard/examples/express.js')
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(26)
  writeFileSync(join(folder, 'express.js'), readFileSync(file))
  const server = spawn(process.execPath, ['express.js'], {
    cwd: folder,
    env: { ...process.env, ELASTICSEARCH_URL: engine.url, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await server.stdout.take(1).toArray()
  const search = (body: object, index = 'organization-entity') =>
    fetch(String(line).trim(), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ index, body }),
    })

  const bodyOf = async (answer: Response) => JSON.parse(await answer.text())
  const answer = await search({ query: { match: { name: 'food' } }, size: 1 })
  expect(answer.headers.get('X-Query-Cost')).toMatch(/^\d/)
  expect((await bodyOf(answer)).hits.hits).toHaveLength(1)
  const refusals = [
    [
      { query: { script: { script: 'x' } } },
      'query.script: is not allowed: use range, term or exists',
    ],
    [{ query: { wildcard: { name: 'a*' } } }, 'query.wildcard: "wildcard" is switched off here'],
    [{ query: { term: { 'internal.note': 'x' } } }, 'query.term.internal.note: '],
  ] as const
  for (const [body, problem] of refusals) {
    const refused = await search(body)
    expect([refused.status, (await bodyOf(refused)).body[0]]).toEqual([
      400,
      expect.stringContaining(problem),
    ])
  }
  expect(await bodyOf(await search({ query: { match_all: {} } }, 'directory-auth'))).toEqual({
    index: ['index must begin with organization-'],
  })
  server.kill()
  await engine.close()
})
