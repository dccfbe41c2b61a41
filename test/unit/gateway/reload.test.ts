import { userInfo } from 'node:os'
import { checkedOptions } from '../../../gateway/admin/reload.js'
import type { ReplayReport } from '../../../gateway/lab/decisions.js'
import { printEffects } from '../../../gateway/lab/report.js'
import { parseReload } from '../../../gateway/reload-arguments.js'

/** What operators type and read around a reload. */

const by = userInfo().username
test.each<[string, ReturnType<typeof parseReload>]>([
  ['', { options: { by }, format: 'text' }],
  ['--refuse-above 0.5% --by ann', { options: { refuseAbove: 0.005, by: 'ann' }, format: 'text' }],
  ['--back --format markdown', { options: { back: true, by }, format: 'markdown' }],
  ['--dry --back --format=json', { options: { dry: true, back: true, by }, format: 'json' }],
])('npm run reload -- %s', (args, command) => {
  expect(parseReload(args.split(' ').filter(Boolean))).toEqual(command)
})

test.each([
  ['--refuse-above 1', '--refuse-above must be a share of 0% to 100%, such as 1%'],
  ['--format xml', '--format must be text, markdown or json'],
  ['--drie', "Unknown option '--drie'"],
  ['now', 'Unexpected argument'],
])('npm run reload -- %s says what is wrong', (args, mistake) => {
  expect(() => parseReload(args.split(' '))).toThrow(mistake)
})

test('POST /reload names each wrong member, with the remedy', () => {
  const good = { dry: true, refuseAbove: 0, by: 'Ann (on call)', texts: { 'a.yml': 'a: 1' } }
  expect(checkedOptions(good)).toBe(good)
  const bad = { dry: 'yes', refuseAbove: 2, back: 1, by: '\u001b[31m', dri: true, texts: [1] }
  const mistakes = {
    dry: ['dry must be true or false'],
    refuseAbove: ['refuseAbove must be a share between 0 and 1, such as 0.01'],
    back: ['back must be true or false'],
    by: ['by must be a name of 1 to 64 characters'],
    texts: ['texts are only compared: send dry: true too'],
    body: ['unknown member "dri": did you mean "dry"?'],
  }
  const details = Object.fromEntries(
    Object.entries(mistakes).map(([name, _errors]) => [name, { _errors }]),
  )
  const refusal = expect.objectContaining({ code: 'VALIDATION_ERROR', details })
  expect(() => checkedOptions(bad)).toThrow(refusal)
})

const replay: ReplayReport = {
  ...{ requests: 3402, flipped: 12 },
  flips: [
    {
      ...{ pipeline: 'organizations', step: 'search-rules', rule: 'maxCost', count: 11 },
      ...{ place: 'gateway.config.yml:88', from: 'passes', to: 'QUERY_TOO_EXPENSIVE' },
      example: {
        ...{ method: 'POST', url: '/search', body: '{"query":{}}' },
        caller: 'an api-key of the plan gold with a:read, b',
      },
    },
    {
      ...{ pipeline: 'organizations', step: 'authorize', rule: 'scopes', count: 1 },
      ...{ from: 'FORBIDDEN', to: 'passes' },
      example: { method: 'POST', url: '/search', body: 'x'.repeat(1000), caller: 'a visitor' },
    },
  ],
}

test('a replay is printed by rule, with an example', () => {
  const nothing = { requests: 0, flipped: 0, flips: [] }
  expect(printEffects({ changes: [], replay: nothing }, 'text')).toBe(
    'No difference\n\n0 of the last 0 requests are decided otherwise',
  )
  expect(printEffects({ changes: [], replay }, 'text')).toBe(`No difference

12 of the last 3402 requests are decided otherwise (0.353 %)
  organizations search-rules maxCost gateway.config.yml:88  passes → QUERY_TOO_EXPENSIVE, 11 times
    such as POST /search by an api-key of the plan gold with a:read, b: {"query":{}}
  organizations authorize scopes  FORBIDDEN → passes, once
    such as POST /search by a visitor: ${'x'.repeat(200)}…`)
  const first = { ...replay, flips: replay.flips.slice(0, 1) }
  expect(printEffects({ changes: [], replay: first }, 'markdown')).toBe(`No difference

### Replay

12 of the last 3402 requests are decided otherwise (0.353 %)
- \`organizations search-rules maxCost gateway.config.yml:88\`: \`passes\` → \`QUERY_TOO_EXPENSIVE\`, 11 times
  - such as \`POST /search by an api-key of the plan gold with a:read, b: {"query":{}}\``)
  expect(printEffects({ changes: [], notReplayed: 'not replayed: why' }, 'text')).toBe(
    'No difference\n\nnot replayed: why',
  )
})
