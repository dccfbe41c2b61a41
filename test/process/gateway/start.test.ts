import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeProject, pipelineOf, run } from '../../http/gateway/project.js'

/** A gateway that runs alone does not start on mistakes: each is told in one line. */

const right = pipelineOf('{ text: hello }')

async function refusalOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  const { code, stdout, stderr } = await run('gateway/main.js', [], env)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  return stderr.trim().split('\n')
}

test('what all workers find is told once, and so is a port in use', async () => {
  const wrong = makeProject(pipelineOf('{ text: impossible }'))
  expect(await refusalOf({ ...wrong.env, WORKERS: '2' })).toEqual([
    expect.stringMatching(/:9:16 "echo" cannot be set up: text must be possible$/),
  ])
  wrong.remove()

  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  const { env, remove } = makeProject(right)
  expect(await refusalOf({ ...env, ADMIN_PORT: String(port) })).toEqual([
    `ADMIN_PORT: cannot listen on 127.0.0.1, port ${port}: another process uses it`,
  ])
  other.close()
  remove()
})

test('each plugin that cannot be used is told at its place', async () => {
  const manifest = (name: string, init: string) => `
export const [version, policies] = ['1.2.0', ['${name}']]
export const schema = { $id: 'urn:test:${name}' }
export function init(context) { ${init} }`
  const policy = "{ name: 'theirs', schema: { $id: 'urn:test:policy' }, policy: () => () => {} }"
  const plugins = {
    broken: 'export const broken = (',
    throwing: manifest('throwing', 'throw new Error("no luck")'),
    empty: manifest('empty', ''),
    nameless: manifest('nameless', '').replace('$id', 'id'),
    theirs: manifest('theirs', `context.registerPolicy(${policy})`),
  }
  const { env, remove } = makeProject(right, plugins)
  const says = [
    /system\.config\.yml:5:3 plugin "broken".*broken\.mjs.*SyntaxError/,
    /plugin "throwing".*no luck/,
    /plugin "empty".*does not provide "empty"/,
    /plugin "nameless".*\$id/,
    /plugin "theirs".*make its policy with definePolicy/,
  ]
  expect(await refusalOf(env)).toEqual(says.map((line) => expect.stringMatching(line)))
  remove()
})
