import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { holdTimeouts } from '../../support/clock.js'
import { FaultEngine, secretMark } from '../../support/fault-engine.js'
import { modes, outcomeOf, outcomeOfAnswer } from '../../support/fault-outcomes.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'
import { until } from '../../support/until.js'

const timeoutMs = 600_000
const kinds = ['passthrough', 'envelope'] as const

let service: FaultEngine
let gateway: Gateway

beforeAll(async () => {
  service = await new FaultEngine().listen()
  const pipelineOf = (response: string) => {
    const action = { serviceEndpoint: 'faulty', public: true, timeoutMs, response }
    return {
      apiEndpoints: [response],
      policies: [{ envelope: [{ action: {} }] }, { upstream: [{ action }] }],
    }
  }
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: Object.fromEntries(kinds.map((name) => [name, { host: '*', paths: `/${name}` }])),
    serviceEndpoints: { faulty: { url: service.url } },
    pipelines: Object.fromEntries(kinds.map((name) => [name, pipelineOf(name)])),
  })
})
afterAll(() => Promise.all([gateway.close(), service.refuse()]))

interface Answer {
  status: number
  /** Undefined when it broke off. */
  body: Buffer | undefined
}

/**
 * Bytes as they come, without fetch, which would unpack them.
 * @param begun Called when the answer begins.
 */
async function ask(url: string, begun = () => {}): Promise<Answer> {
  const request = get(url, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  begun()
  request.on('error', () => undefined) // both get a reset
  const body = await buffer(response).catch(() => undefined)
  return { status: response.statusCode!, body }
}

describe.each(modes)('a service with the fault "%s"', (mode) => {
  beforeEach(() => {
    service.mode = mode
  })
  afterEach(() => void jest.useRealTimers())

  test.each(kinds)('response: %s', async (response) => {
    const expected = outcomeOf(response, mode)
    const before = service.asked
    const endTime = () => void jest.advanceTimersByTime(timeoutMs)
    if (expected === 'UPSTREAM_TIMEOUT' || expected === 'breaks off') holdTimeouts()
    const asking = ask(
      `${gateway.url}/${response}`,
      expected === 'breaks off' ? endTime : undefined,
    )
    if (expected === 'UPSTREAM_TIMEOUT') await until(() => service.asked > before).then(endTime)
    const { status, body } = await asking
    if (expected === 'breaks off') return expect(body?.length).toBeUndefined()
    expect(outcomeOfAnswer(status, String(body))).toBe(expected)
    if (status >= 500 && expected !== 'as it is') expect(String(body)).not.toContain(secretMark)
    if (expected !== 'as it is' && expected !== 'data') return
    const direct = await ask(service.url)
    if (expected === 'data')
      expect(JSON.parse(String(body)).data).toEqual(JSON.parse(String(direct.body) || '{}'))
    else expect([status, body!.equals(direct.body!)]).toEqual([direct.status, true])
  })

  test('a good answer right after', async () => {
    service.mode = 'good'
    for (const response of kinds) {
      expect((await ask(`${gateway.url}/${response}`)).status).toBe(200)
    }
  })
})
