import { execFile } from 'node:child_process'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { heldInWords } from '../../dev/embedded-families.js'
import { Engine } from '../../dev/engine/engine.js'
import { createEngineServer } from '../../dev/engine/server.js'
import { embeddedCapacity } from '../../kit/elasticsearch/embedded-engine.js'
import { families } from '../../loader/format.js'
import { built, root, startGateway } from '../support/stack.js'

/** What the embedded engine says when it holds more organizations than it is meant for. */

const advice = 'the embedded engine supports up to 50,000 organizations; set ELASTICSEARCH_URL'
const run = promisify(execFile)
let engine: Engine
let server: Server
let url: string

beforeAll(async () => {
  engine = new Engine()
  server = createEngineServer(engine)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await load()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const load = () =>
  run(
    process.execPath,
    [join(built, 'loader/main.js'), 'loader/example/irs-extract-200.csv', '--to', url],
    {
      cwd: root,
    },
  )

async function engineInStatus(): Promise<{ kind: string; advice?: string }> {
  const gateway = await startGateway({ env: { ELASTICSEARCH_URL: url } })
  try {
    const response = await fetch(`${gateway.adminUrl}/status`)
    return ((await response.json()) as { engine: { kind: string } }).engine
  } finally {
    await gateway.stop()
  }
}

test('below its bound nothing is said', async () => {
  expect((await load()).stderr).not.toContain('meant for')
  expect(heldInWords(engine)).toBe('200 organizations')
  expect(await engineInStatus()).not.toHaveProperty('advice')
})

test('from its bound on the banner, the loader and /status say what to do', async () => {
  const [{ index }] = families as [(typeof families)[number]]
  for (let n = 200; n < embeddedCapacity; n++) engine.index(index, `more-${n}`, '{}')
  expect(heldInWords(engine)).toContain(`50,000 organizations; ${advice}`)
  expect((await load()).stderr).toContain(advice)
  expect(await engineInStatus()).toMatchObject({
    kind: 'embedded',
    advice: expect.stringContaining(advice),
  })
}, 60_000)
