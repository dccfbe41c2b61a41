import { readFileSync } from 'node:fs'
import { maxHeaderSize } from 'node:http'
import { join } from 'node:path'
import { parse } from 'yaml'
import { parseConfig } from '../../auth-service/config.js'
import { defaultRetry } from '../../client/src/retry.js'
import { edgeLimits } from '../../edge/serve.js'
import { slowClientLimits } from '../../edge/slow-clients.js'
import { defaults } from '../../kit/config/settings.js'
import { maxHeaders, maxUrlBytes } from '../../kit/http/refusals.js'
import { largeBytes } from '../../plugins/kit/buffered-response.js'
import { limitTable as limits } from '../../plugins/search-rules/rule/limits.js'

/** Figures that the documents show callers, against the shipped files and the code. */

const root = join(__dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

type Step = Record<string, { action?: Record<string, unknown> }[]>
const { pipelines } = parse(read('config/gateway.config.yml'), { merge: true }) as {
  pipelines: Record<string, { policies: Step[] }>
}
/** `action` of the steps of one name in a pipeline. */
const actions = (pipeline: string, name: string) =>
  pipelines[pipeline]!.policies.flatMap((step) => step[name] ?? []).map(
    ({ action }) => action ?? {},
  )
const limitsOf = (pipeline: string) =>
  actions(pipeline, 'throttle').map(({ limit }) => number(limit))
const bodyOf = (pipeline: string) =>
  (actions(pipeline, 'envelope')[0]!.maxBodyBytes as number) / 1024

const { config } = parseConfig('shipped', read('config/auth-service.config.yml'), () => undefined)
const number = (value: unknown) => Number(value).toLocaleString('en-US')
const seconds = (ms: number) => `${ms / 1000} s`
const days = (count: number) => `${count / 86_400} days`

const api = read('docs/api.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))

test.each<[row: string, figures: string]>([
  ['requests of one address', `${limitsOf('account')[0]} a minute; logins ${limitsOf('login')[1]}`],
  [
    'searches of one owner, all keys and tokens together',
    `${limitsOf('organizations')[1]} a minute`,
  ],
  [
    'body of a request',
    `${bodyOf('organizations') / 1024} MiB for searches, ${bodyOf('account')} KiB else`,
  ],
  ['from + size', number(limits.window.default)],
  ['price of a search', `${number(actions('organizations', 'search-rules')[0]!.maxCost)} passes`],
  [
    'failed logins of one account',
    `${config.login.freeFailures}, then waits of 1 s doubling to ${config.login.maxWaitSeconds} s`,
  ],
  ['sessions of one user', number(config.sessions.maxPerUser)],
  [
    'API keys of one user, greatest life',
    `${number(config.apiKeys.maxPerUser)}, ${number(config.apiKeys.maxDays)} days`,
  ],
  [
    'life of an access token; of a session idle, in all',
    `${config.tokens.accessSeconds / 3600} h; ${days(config.tokens.refreshIdleSeconds)}, ` +
      `${days(config.tokens.refreshAbsoluteSeconds)}`,
  ],
  [
    'head of a request; its target; its fields',
    `${maxHeaderSize / 1024} KiB, ${maxUrlBytes / 1024} KiB, ${maxHeaders}; ` +
      `${seconds(edgeLimits.headersTimeout)} to arrive`,
  ],
  ['a whole request', `${seconds(edgeLimits.requestTimeout)} to arrive`],
  [
    `answers over ${largeBytes / 1024} KB that one owner has not taken`,
    '8 MiB, then RATE_LIMITED for a further one',
  ],
  [
    'an answer',
    `${seconds(slowClientLimits.stallMs)} without a byte taken; what all callers have not ` +
      `taken: ${slowClientLimits.unreadBytes / 2 ** 20} MiB`,
  ],
  [
    'connections of each listener; of one address',
    `${number(defaults.MAX_CONNECTIONS)}; ${number(defaults.MAX_CONNECTIONS_PER_ADDRESS)},`,
  ],
  ['length of a new password', `${config.password.minLength} characters at least`],
])('docs/api.md, Limits: %s: %s', (row, figures) => {
  expect(api.find((line) => line.startsWith(`| ${row} |`))).toContain(figures)
})

test('every pipeline of the shipped file has the limit by address that docs/api.md tells', () => {
  const [told] = limitsOf('account')
  expect(Object.keys(pipelines).filter((name) => limitsOf(name)[0] !== told)).toEqual([])
})

test('client/README.md tells the default bounds of a call', () => {
  const { attempts, totalMs } = defaultRetry
  expect(read('client/README.md')).toContain(
    `\`retry\` (\`attempts\`: ${attempts}, \`totalMs\`: ${number(totalMs)})`,
  )
})

test('docs/auth-service.md lists the events of the log, and no other', () => {
  const [, told] = /Each event is a line of JSON with `"audit":true`: (.*?); with request id/.exec(
    read('docs/auth-service.md').replaceAll('\n', ' '),
  )!
  const events = [...read('auth-service/audit.ts').matchAll(/^ {2}\| '([a-z-]+)'$/gm)].map(
    ([, event]) => event,
  )
  expect([...told!.matchAll(/`([a-z-]+)`/g)].map(([, event]) => event).sort()).toEqual(
    events.sort(),
  )
})
