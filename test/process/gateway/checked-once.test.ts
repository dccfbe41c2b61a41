import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningHost, startHost } from '../../http/gateway/project.js'
import { testEnvironment } from '../../support/stack.js'
import { until } from '../../support/until.js'

/** What was checked once is not checked again, and what has changed is: /status says when it was. */

const secret = 'the-operator-secret-of-this-very-test'
const folder = mkdtempSync(join(tmpdir(), 'directory-checked-'))
const at = (name: string) => join(folder, name)

let host: RunningHost
beforeAll(async () => {
  cpSync('config', at('config'), { recursive: true })
  writeFileSync(at('word.mjs'), `export const word = 'one'\n`)
  writeFileSync(
    at('own.mjs'),
    `import { word } from './word.mjs'
export default { name: 'own', params: {}, create: () => () => void word }\n`,
  )
  const system = readFileSync(at('config/system.config.yml'), 'utf8')
  const own = `plugins:\n  own: { package: ${JSON.stringify(at('own.mjs'))} }`
  writeFileSync(at('config/system.config.yml'), system.replace(/^plugins:$/m, own))
  writeFileSync(at('url'), 'http://127.0.0.1:9')
  const { ELASTICSEARCH_URL: _, ...env } = testEnvironment(at('data'), at('config'))
  host = await startHost({
    ...env,
    WORKERS: '2',
    OPERATOR_SECRET: secret,
    ELASTICSEARCH_URL_FILE: at('url'),
  })
})
afterAll(async () => {
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Worker {
  pid: number
  state: string
  checkedAt: string
}

/** When what the two workers serve was checked: once, by one of them. */
async function readCheckedAt(): Promise<string> {
  const workers = await serving()
  expect(workers.map(({ checkedAt }) => checkedAt)).toEqual(Array(2).fill(workers[0]!.checkedAt))
  return workers[0]!.checkedAt
}

async function serving(): Promise<Worker[]> {
  const answer = await fetch(`${host.adminUrl}/status`)
  const { workers } = (await answer.json()) as { workers: Worker[] }
  return workers.filter(({ state }) => state === 'serving')
}

/** @returns the answer. */
async function reload(status = 200): Promise<string> {
  const headers = { Authorization: `Bearer ${secret}` }
  const answer = await fetch(`${host.adminUrl}/reload`, { method: 'POST', headers })
  const text = await answer.text()
  expect([text, answer.status]).toEqual([text, status])
  return text
}

test('a reload of the same files, and a worker that is back, rely on the check of the first worker', async () => {
  const checkedAt = await readCheckedAt()
  await reload()
  expect(await readCheckedAt()).toBe(checkedAt)
  const [{ pid }] = (await serving()) as [Worker]
  process.kill(pid, 'SIGKILL')
  await until(async () => {
    const workers = await serving()
    return workers.length === 2 && workers.every((worker) => worker.pid !== pid)
  })
  expect(await readCheckedAt()).toBe(checkedAt)
})

test.each([
  ...['gateway.config.yml', 'system.config.yml', 'auth-service.config.yml', 'words.yml'].map(
    (name) => [name, () => appendFileSync(at(`config/${name}`), '\n# changed\n')] as const,
  ),
  [
    'a search template',
    () => appendFileSync(at('config/search-templates/find.yml'), '\n# changed\n'),
  ],
  ['the code of a plugin', () => appendFileSync(at('own.mjs'), '// changed\n')],
  ['what that imports', () => writeFileSync(at('word.mjs'), `export const word = 'two'\n`)],
  ['a setting in a file', () => writeFileSync(at('url'), 'http://127.0.0.1:10')],
] as const)('%s is checked again when it has changed', async (_, change) => {
  const before = await readCheckedAt()
  change()
  await reload()
  expect(await readCheckedAt()).not.toBe(before)
})

test('with a plugin whose code is not all known each worker checks', async () => {
  appendFileSync(at('own.mjs'), `import 'node:module'\n`)
  await reload()
  const times = (await serving()).map(({ checkedAt }) => checkedAt)
  expect(new Set(times).size).toBe(2)
})

test('a check that reads other files is made again: a mistake there is refused', async () => {
  const code = readFileSync(at('own.mjs'), 'utf8').replace(`import 'node:module'\n`, '')
  const check = `check: () => readFileSync(${JSON.stringify(at('rule'))}, 'utf8') === 'good' ? []
    : [{ path: [], rule: 'own-rule', message: 'the rule is bad', remedy: 'mend it' }],`
  writeFileSync(at('rule'), 'good')
  writeFileSync(
    at('own.mjs'),
    `import { readFileSync } from 'node:fs'\n${code.replace('create', `${check} create`)}`,
  )
  const gateway = readFileSync(at('config/gateway.config.yml'), 'utf8')
  writeFileSync(
    at('config/gateway.config.yml'),
    gateway.replace(/^policies: \[/m, '$&own, ').replace(/^( +)- throttle:/m, '$1- own:\n$&'),
  )
  await reload()
  const before = await readCheckedAt()
  await reload()
  expect(await readCheckedAt()).toBe(before)
  writeFileSync(at('rule'), 'bad')
  expect(await reload(400)).toContain('the rule is bad')
  expect(await readCheckedAt()).toBe(before)
})
