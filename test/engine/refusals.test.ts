import { type LoadTarget, openTarget } from '../../directory/loader/write/target.js'
import { type EngineRefusal, engineRefusals } from '../support/engine-refusals.js'
import { type RunningStack, startStack, withRules } from '../support/stack.js'

/** Each mistake of the table, asked of the engine and through the gateway. */

let stack: RunningStack
let engine: LoadTarget
let key: string

/** What the table asks for beyond the shipped rules. */
const rules = ['features: [regexp, more_like_this, rescore]', 'analyzers: [german_names]']
const { 'gateway.config.yml': withFeatures } = withRules(rules)

beforeAll(async () => {
  const edited = (text: string) => withFeatures!(text).replace('maxCost: 1600', 'maxCost: 1000000')
  stack = await startStack({ config: { 'gateway.config.yml': edited } })
  engine = openTarget(process.env.TEST_ENGINE_URL)
  key = await stack.mintKey()
})
afterAll(async () => {
  await engine?.close()
  await stack?.stop()
})

interface EngineError {
  type?: string
  reason?: string
  root_cause?: EngineError[]
  caused_by?: EngineError
}

/** The root cause as `type: reason`, without line and column. */
async function engineSays({ in: family, body }: EngineRefusal): Promise<string> {
  const { body: answer } = await engine.send('POST', `/${family}*/_search`, body)
  let { error } = answer as { error?: EngineError }
  error = error?.root_cause?.[0] ?? error
  while (error?.caused_by) error = error.caused_by
  return `${error?.type}: ${error?.reason?.replace(/^\[\d+:\d+\] /, '')}`
}

test.each(engineRefusals.map((row) => [JSON.stringify(row.body), row] as const))(
  '%s',
  async (_, row) => {
    const { body } = await stack.request
      .post('/api/v1/organizations/search')
      .set('X-API-Key', key)
      .send({ index: `${row.in}*`, body: row.body })
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { body: { _errors: expect.arrayContaining([row.told]) } },
    })
    const [beginning = '', cut] = row.says.split('…')
    const says = await engineSays(row)
    expect(cut === undefined ? says : says.slice(0, beginning.length)).toBe(beginning)
  },
)
