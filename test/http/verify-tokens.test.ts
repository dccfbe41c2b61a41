import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningStack, root, startStack } from '../support/stack.js'

/** The public keys, and the example of docs/verify-tokens.md, as it stands. */

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'directory-verify-'))
const guide = readFileSync(join(root, 'docs/verify-tokens.md'), 'utf8')
const example = join(folder, 'example.mjs')

let stack: RunningStack
beforeAll(async () => {
  stack = await startStack()
  writeFileSync(example, /```js\n([\s\S]*?)```/.exec(guide)![1]!)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true })
})

const tried = (token: string) =>
  run(process.execPath, [example], { env: { ...process.env, BASE: stack.url, TOKEN: token } }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr,
  )

test('anyone gets the keys, without an envelope, and may cache them', async () => {
  const answer = await stack.request.get('/.well-known/paseto-keys.json')
  expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  const key = {
    kid: expect.stringMatching(/^k4\.pid\./),
    key: expect.stringMatching(/^k4\.public\./),
  }
  const { issuer, audience, keys } = answer.body
  expect(keys).toEqual(expect.arrayContaining([key]))
  expect(Object.keys(answer.body)).toEqual(['issuer', 'audience', 'keys'])
  expect(guide).toContain(`"issuer": "${issuer}"`)
  expect(guide).toContain(`"audience": "${audience}"`)
  expect(answer.text).not.toContain('secret')
})

test('the example verifies an access token, and nothing else', async () => {
  const { accessToken, refreshToken, user } = await stack.login()
  expect(await tried(accessToken)).toBe(String(user.id))
  expect(await tried(refreshToken)).toContain('not an access token')
  const at = 'v4.public.'.length + 20
  const other = accessToken[at] === 'A' ? 'B' : 'A'
  const forged = accessToken.slice(0, at) + other + accessToken.slice(at + 1)
  expect(await tried(forged)).toMatch(/invalid.*signature/i)
})
