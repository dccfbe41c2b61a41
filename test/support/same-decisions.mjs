import { join, resolve } from 'node:path'

const dist = resolve(process.env.TEST_DIST ?? 'dist')
const built = (file) => import(join(dist, file))
const { readConfig } = await built('auth-service/config/config.js')
const { knownIn } = await built('gateway/decisions/known.js')
const { Masking } = await built('gateway/decisions/masking.js')
const { readBody } = await built('kit/api/body.js')
const { openTrial } = await built('gateway/lab/trial.js')
const { callOf, resultOf } = await built('gateway/lab/run-tests.js')
const { checkedSetting } = await built('gateway/lab/settings.js')
const { readTests } = await built('gateway/lab/test-files.js')

/**
 * Passes the request of each shipped policy test through the shipped configuration, and then its
 * shape. Prints as JSON what was compared, and which of them were decided otherwise.
 */
process.env.CONFIG_DIR = 'config'
const settingOf = (name, fallback) => checkedSetting(name) ?? fallback ?? 'x'
const { config: auth } = readConfig('config', settingOf)
const trial = await openTrial('config', settingOf, { auth })
const masking = new Masking(knownIn(trial.loaded.config))

/** A typed text that names a field of work or a place is another search than its form. */
const isTyped = ({ url, body }) => /[?&]q=/.test(url) || body.includes('"q"')

const others = []
let compared = 0
for (const { name, written } of readTests('config', settingOf, Object.keys(auth.roles))) {
  const call = callOf(written)
  const outcome = await trial.call(call)
  if (!outcome.context) continue
  const credential = call.caller && { authorization: 'Bearer x' }
  const req = trial.exchange.incoming({ ...call, headers: { ...call.headers, ...credential } })
  await readBody(req, 1e9)
  const res = { statusCode: outcome.response.status }
  const { method, url, headers, body } = masking.shapeOf(req, res, outcome.context)
  const again = await trial.call({ ...call, method, url, headers, body })
  const [before, after] = [resultOf(outcome), resultOf(again)]
  const isSame = before.code === after.code && (isTyped(call) || before.cost === after.cost)
  compared++
  if (!isSame) others.push(`${name}: ${before.code} ${before.cost}, ${after.code} ${after.cost}`)
}
process.stdout.write(JSON.stringify({ compared, others }), () => process.exit(0))
