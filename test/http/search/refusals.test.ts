import { type LoadTarget, openTarget } from '../../../loader/target.js'
import { type EngineRefusal, engineRefusals } from '../../support/engine-refusals.js'
import { type RunningStack, startStack, withRules } from '../../support/stack.js'

/**
 * Each mistake of the table, asked of the engine and through the gateway: the embedded one here, a
 * real one in test:engine.
 */

let stack: RunningStack
let engine: LoadTarget
let key: string

/** What the table asks for beyond the shipped rules. */
const rules = ['features: [regexp, more_like_this, rescore]', 'analyzers: [german_names]']

beforeAll(async () => {
  const { 'gateway.config.yml': withFeatures } = withRules(rules)
  stack = await startStack({
    config: {
      'gateway.config.yml': (text) =>
        withFeatures!(text).replace('maxCost: 1600', 'maxCost: 1000000'),
    },
  })
  engine = stack.engine ? openTarget(stack.engine.url, {}) : openTarget(process.env.TEST_ENGINE_URL)
  key = await stack.mintKey()
})
afterAll(async () => {
  await engine?.close()
  await stack?.stop()
})

const unknown = /^the embedded engine does not know /

/** The root cause as `type: reason`, without line and column. */
async function engineSays({ in: family, body }: EngineRefusal): Promise<string> {
  const { body: answer } = await engine.send('POST', `/${family}*/_search`, JSON.stringify(body))
  let { error } = answer as { error?: EngineError }
  error = error?.root_cause?.[0] ?? error
  while (error?.caused_by) error = error.caused_by
  return `${error?.type}: ${error?.reason?.replace(/^\[\d+:\d+\] /, '')}`
}

interface EngineError {
  type?: string
  reason?: string
  root_cause?: EngineError[]
  caused_by?: EngineError
}

test.each(engineRefusals.map((row) => [JSON.stringify(row.body), row] as const))(
  '%s',
  async (_, row) => {
    const { body } = await stack.request
      .post('/api/v1/organizations/search')
      .set('X-API-Key', key)
      .send({ index: `${row.in}*`, body: row.body })
    const isLacking = row.isLacking && stack.engine !== undefined
    const told = isLacking ? expect.stringMatching(unknown) : row.told
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { body: { _errors: [told] } },
    })
    if (isLacking) return
    const [beginning = '', cut] = row.says.split('…')
    const says = await engineSays(row)
    expect(cut === undefined ? says : says.slice(0, beginning.length)).toBe(beginning)
  },
)
