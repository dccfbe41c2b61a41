import type { IncomingMessage, ServerResponse } from 'node:http'
import fc from 'fast-check'
import { ApiError } from '../../../../kit/api/errors.js'
import type { LimitDetails } from '../../../../kit/api/rate-limited.js'
import { openContext, type RequestContext } from '../../../../plugins/kit/context.js'
import type { Middleware } from '../../../../plugins/kit/plugin.js'
import { init } from '../../../../plugins/throttle/index.js'
import { standClock } from '../../../support/clock.js'
import { samples } from '../../../support/samples.js'

standClock()

/** What `GET /api/v1/limits` returns, against what steps `throttle` enforce, for any YAML. */

interface HostPolicy {
  name: string
  policy(params: object, config: { gatewayConfig: object }): Middleware
}
process.env.CONFIG_DIR = '/nowhere' // no file there names the plans
const policies = new Map<string, HostPolicy>()
init({
  registerPolicy: (policy) => policies.set((policy as HostPolicy).name, policy as HostPolicy),
  registerGatewayRoute: () => {},
  eventBus: { once: () => {} },
  config: { gatewayConfig: {} },
  settings: {},
})

interface Listed extends LimitDetails {
  name: string
  resetSeconds: number
  window?: 'month'
  windowSeconds: number
  calls: string[]
}

const amount = fc.integer({ min: 1, max: 9 })
const counting = fc.record({
  by: fc.constantFrom('address', 'owner', 'key'),
  unit: fc.constantFrom('requests', 'cost'),
  limit: fc.oneof(amount, fc.record({ default: amount, gold: amount })),
  window: fc.constantFrom({ windowSeconds: 60 }, { windowSeconds: 86_400 }, { window: 'month' }),
})
type Counting = typeof counting extends fc.Arbitrary<infer Value> ? Value : never

/** The parameters of a step. Addresses have no plan. */
function actionOf({ window, limit, ...rest }: Counting, name?: string): object {
  const isMap = typeof limit === 'object' && rest.by === 'address'
  return { ...rest, ...window, limit: isMap ? limit.default : limit, ...(name && { name }) }
}

/** The steps of each pipeline: named ones of its own, and names of shared ones. */
const yaml = fc.record({
  shared: fc.record({ a: counting, b: counting }),
  pipelines: fc.array(
    fc.record({
      own: fc.array(counting, { maxLength: 2 }),
      names: fc.subarray<'a' | 'b'>(['a', 'b']),
    }),
    { minLength: 1, maxLength: 3 },
  ),
})
type Yaml = typeof yaml extends fc.Arbitrary<infer Value> ? Value : never

const calls = fc.array(
  fc.record({
    pipeline: fc.nat(),
    address: fc.constantFrom('203.0.113.1', '203.0.113.2'),
    owner: fc.constantFrom('1', '2'),
    key: fc.constantFrom('x', 'y'),
    plan: fc.constantFrom('default', 'gold', 'silver'),
    cost: fc.double({ min: 0, max: 5, noNaN: true }),
  }),
  { minLength: 5, maxLength: 15 },
)
type Call = typeof calls extends fc.Arbitrary<(infer Value)[]> ? Value : never

/** The steps of a YAML by pipeline, as a host creates them. */
function stepsOf({ shared, pipelines }: Yaml): Record<string, Middleware[]> {
  const written = pipelines.map(({ own, names }, i) => [
    ...own.map((one, k) => actionOf(one, `${i}-${k}`)),
    ...names.map((name) => actionOf(shared[name], name)),
  ])
  const steps = (actions: object[], policy: string) =>
    actions.map((action) => ({ [policy]: [{ action }] }))
  const all: Record<string, object[]> = { asked: steps([{}], 'limits') }
  for (const [i, actions] of written.entries()) all[`p${i}`] = steps(actions, 'throttle')
  const gatewayConfig = {
    apiEndpoints: Object.fromEntries(
      Object.keys(all).map((name) => [name, { paths: `/${name}`, methods: ['GET'] }]),
    ),
    pipelines: Object.fromEntries(
      Object.entries(all).map(([name, own]) => [name, { apiEndpoints: [name], policies: own }]),
    ),
  }
  const created = Object.entries(all).map(([name, own]) => [
    name,
    own.flatMap((entry) =>
      Object.entries(entry).map(([policy, [step]]) =>
        policies.get(policy)!.policy(step.action, { gatewayConfig }),
      ),
    ),
  ])
  return Object.fromEntries(created)
}

/** Runs the steps of a pipeline. @returns the context. @throws what a step throws. */
async function run(
  steps: Middleware[],
  call: Call,
  url = '/asked?all=true',
): Promise<RequestContext> {
  const { address, owner: ownerId, key, plan, cost } = call
  const req = { url } as IncomingMessage
  const res = { setHeader: () => {} } as unknown as ServerResponse
  const context = openContext(req, {
    ...{ requestId: 'test', address, startedAt: 0, maxBodyBytes: 0, traceparent: '' },
    caller: { kind: 'api-key', ownerId, plan, scopes: [], credentialId: `${ownerId}${key}` },
    search: { cost: { total: cost, maxCost: 5 } } as never,
  })
  for (const step of steps) {
    await new Promise<void>((resolve, reject) =>
      step(req, res, (error) => (error === undefined ? resolve() : reject(error as Error))),
    )
  }
  return context
}

async function limitsOf(steps: Record<string, Middleware[]>, call: Call): Promise<Listed[]> {
  const { result } = await run(steps.asked!, call)
  return (result as unknown as { data: { limits: Listed[] } }).data.limits
}

test('what is told is what is enforced', async () => {
  await fc.assert(
    fc.asyncProperty(yaml, calls, async (document, made) => {
      const steps = stepsOf(document)
      for (const call of made) {
        const name = `p${call.pipeline % document.pipelines.length}`
        const weightOf = ({ unit }: Listed) => (unit === 'cost' ? Math.ceil(call.cost) : 1)
        const before = await limitsOf(steps, call)
        expect(await limitsOf(steps, call)).toEqual(before) // asking is free
        const here = before.filter((limit) => limit.calls.includes(`GET /${name}`))
        const tooLittle = here.filter((limit) => limit.remaining < weightOf(limit))
        const refusal = await run(steps[name]!, call).then(
          () => undefined,
          (error: ApiError) => error,
        )
        expect(refusal instanceof ApiError).toBe(tooLittle.length > 0)
        const after = await limitsOf(steps, call)
        if (refusal) {
          const { name: _, retryAfterSeconds, ...details } = refusal.details as unknown as Listed
          expect(tooLittle).toContainEqual(expect.objectContaining(details))
          expect(tooLittle.map(({ resetSeconds }) => resetSeconds)).toContain(retryAfterSeconds)
        } else {
          const expected = before.map((limit) =>
            here.includes(limit)
              ? { ...limit, remaining: limit.remaining - weightOf(limit) }
              : limit,
          )
          expect(after).toEqual(expected)
        }
      }
    }),
    { numRuns: samples(80) },
  )
})
