import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { FaultEngine, secretMark } from '../../support/fault-engine.js'
import { modes, outcomeOf, outcomeOfAnswer } from '../../support/fault-outcomes.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

/**
 * Of faults that never end by themselves, in milliseconds. It ends a passthrough of 300 MB too; a
 * busy machine reads the 16 MiB that an envelope may have within it.
 */
const deadlines = { passthrough: 400, envelope: 2000 }

let service: FaultEngine
let gateway: Gateway

beforeAll(async () => {
  service = await new FaultEngine().listen()
  const pipelineOf = (response: keyof typeof deadlines) => ({
    apiEndpoints: [response],
    policies: [
      { envelope: [{ action: {} }] },
      {
        upstream: [
          {
            action: {
              serviceEndpoint: 'faulty',
              public: true,
              timeoutMs: deadlines[response],
              response,
            },
          },
        ],
      },
    ],
  })
  const kinds = ['passthrough', 'envelope'] as const
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: Object.fromEntries(kinds.map((kind) => [kind, { host: '*', paths: `/${kind}` }])),
    serviceEndpoints: { faulty: { url: service.url } },
    pipelines: Object.fromEntries(kinds.map((kind) => [kind, pipelineOf(kind)])),
  })
})
afterAll(() => Promise.all([gateway.close(), service.refuse()]))

interface Answer {
  status: number
  /** Undefined when it broke off. */
  body: Buffer | undefined
}

/** Bytes as they come, without fetch, which would unpack them. */
async function ask(url: string): Promise<Answer> {
  const request = get(url, { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  request.on('error', () => undefined) // both get a reset
  const body = await buffer(response).catch(() => undefined)
  return { status: response.statusCode!, body }
}

describe.each(modes)('a service with the fault "%s"', (mode) => {
  beforeEach(() => {
    service.mode = mode
  })

  test.each(['passthrough', 'envelope'] as const)('response: %s', async (response) => {
    const expected = outcomeOf(response, mode)
    const { status, body } = await ask(`${gateway.url}/${response}`)
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
    for (const response of ['passthrough', 'envelope']) {
      expect((await ask(`${gateway.url}/${response}`)).status).toBe(200)
    }
  })
})
