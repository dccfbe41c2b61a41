import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { FaultEngine, secretMark } from '../../support/fault-engine.js'
import { modes, outcomeOf, outcomeOfAnswer } from '../../support/fault-outcomes.js'
import { type Gateway, startGateway } from '../../support/stock-gateway.js'

/** In milliseconds: `brief` ends what never ends by itself, and a passthrough of 300 MB. */
const deadlines = { brief: 400, patient: 10_000 }
const kinds = ['passthrough', 'envelope'] as const

let service: FaultEngine
let gateway: Gateway

beforeAll(async () => {
  service = await new FaultEngine().listen()
  const routes = kinds.flatMap((response) =>
    Object.entries(deadlines).map(([patience, timeoutMs]) => ({
      name: `${response}-${patience}`,
      paths: `/${response}/${patience}`,
      action: { serviceEndpoint: 'faulty', public: true, timeoutMs, response },
    })),
  )
  const pipelineOf = ({ name, action }: (typeof routes)[number]) => ({
    apiEndpoints: [name],
    policies: [{ envelope: [{ action: {} }] }, { upstream: [{ action }] }],
  })
  gateway = await startGateway(['envelope', 'upstream'], {
    apiEndpoints: Object.fromEntries(routes.map(({ name, paths }) => [name, { host: '*', paths }])),
    serviceEndpoints: { faulty: { url: service.url } },
    pipelines: Object.fromEntries(routes.map((route) => [route.name, pipelineOf(route)])),
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

  test.each(kinds)('response: %s', async (response) => {
    const expected = outcomeOf(response, mode)
    const isCut = expected === 'UPSTREAM_TIMEOUT' || expected === 'breaks off'
    const { status, body } = await ask(`${gateway.url}/${response}/${isCut ? 'brief' : 'patient'}`)
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
      expect((await ask(`${gateway.url}/${response}/patient`)).status).toBe(200)
    }
  })
})
