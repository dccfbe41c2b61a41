import { heldInWords } from '../../dev/embedded-families.js'
import { loadCommand } from '../../directory/loader/command.js'
import { families } from '../../directory/loader/record/format.js'
import { embeddedCapacity } from '../../kit/elasticsearch/embedded-engine.js'
import { Engine } from '../../packages/embedded-engine/src/engine.js'
import { captured } from '../support/captured.js'
import { serveEngine } from '../support/embedded-engine.js'
import { startStack } from '../support/stack.js'
import { until } from '../support/until.js'

/** What the embedded engine says when it holds more organizations than it is meant for. */

const advice = 'the embedded engine supports up to 50,000 organizations; set ELASTICSEARCH_URL'
let engine: Engine
let service: Awaited<ReturnType<typeof serveEngine>>
let url: string

beforeAll(async () => {
  engine = new Engine()
  service = await serveEngine(engine)
  url = service.url
})
afterAll(() => service.close())

const load = () =>
  captured(() => loadCommand(['directory/loader/example/irs-extract-200.csv', '--to', url]))

interface ShownEngine {
  kind: string
  advice?: string
}

/** As shown once the engine has answered what it is asked for the page, within its time. */
async function engineInStatus(): Promise<ShownEngine> {
  const stack = await startStack({ engine: url })
  const shown = await until(async () => {
    const response = await fetch(`${stack.gateway.adminUrl}/status`)
    const { engine } = (await response.json()) as { engine?: ShownEngine }
    return engine
  })
  await stack.stop()
  return shown
}

test('from its bound on the banner, the loader and /status say what to do', async () => {
  expect((await load()).err).not.toContain(advice)
  const [{ index }] = families as [(typeof families)[number]]
  for (let n = 200; n < embeddedCapacity; n++) engine.index(index, `more-${n}`, '{}')
  expect(heldInWords(engine)).toContain(`50,000 organizations; ${advice}`)
  expect((await load()).err).toContain(advice)
  expect(await engineInStatus()).toMatchObject({
    kind: 'embedded',
    advice: expect.stringContaining(advice),
  })
})
