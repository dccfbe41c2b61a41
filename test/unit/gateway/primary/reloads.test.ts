import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReloadOptions } from '../../../../gateway/admin/reload.js'
import type { Change } from '../../../../gateway/lab/change.js'
import type { ReplayReport } from '../../../../gateway/lab/decisions.js'
import type { Meaning } from '../../../../gateway/lab/meaning.js'
import { effectsOf } from '../../../../gateway/primary/reload-effects.js'
import type { ReloadRecord } from '../../../../gateway/primary/reload-record.js'
import { type LoadSource, Reloads } from '../../../../gateway/primary/reloads.js'
import type { ActiveConfig } from '../../../../gateway/worker/messages.js'
import { log } from '../../../../kit/log/log.js'

/** What is in force after each request, and what is known of it. No worker is started. */

const folder = mkdtempSync(join(tmpdir(), 'directory-reloads-'))
const file = join(folder, 'gateway.config.yml')
const env = jest.replaceProperty(process, 'env', { ...process.env, CONFIG_DIR: folder })
const [info, error] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'error')]
beforeEach(() => {
  for (const spy of [info, error]) spy.mockReset().mockImplementation(() => undefined)
})
afterAll(() => {
  env.restore()
  rmSync(folder, { recursive: true })
})

/** Digest of the code on the disk. */
let code: string
beforeEach(() => {
  code = 'a'
})

const emptyMeaning: Meaning = {
  ...{ routes: [], pipelines: {}, services: {}, plugins: {}, files: {}, facts: {} },
}

/** The text of the file is the hash. */
function configOf({
  files,
  variables = { TOKEN: 'hunter2' },
}: Omit<LoadSource, 'verdict'>): ActiveConfig {
  const text = files.texts['gateway.config.yml']!
  if (text.startsWith('broken')) throw new Error(text)
  const meaning = { ...emptyMeaning, files: { 'text.yml': text } }
  const facts = { hash: text, watch: false, code: { '/own.mjs': code }, meaning }
  const verdict = { checkedAt: '', warnings: [] }
  return { ...facts, variables, verdict, files, loadedAt: new Date() }
}

const filesOf = (text: string) => ({ texts: { 'gateway.config.yml': text }, tls: undefined })

/** One that has `one` in force. */
function started(replay?: ReplayReport) {
  const reloads: Reloads = new Reloads(async (source, options) => {
    const config = configOf(source)
    const replays = replay && (async () => replay)
    return { config, effects: await effectsOf(reloads.inForce!, config, options, replays) }
  })
  reloads.inForce = configOf({ files: filesOf('one') })
  return reloads
}

const stateOf = ({ inForce, earlier, isBack, lastError, history }: Reloads) => ({
  inForce: inForce?.hash,
  earlier: earlier?.hash,
  isBack,
  failed: lastError?.message,
  records: history.length,
})

type Step = [text: string, options: ReloadOptions, after: Partial<ReturnType<typeof stateOf>>]

test.each<[string, Step[]]>([
  [
    'dry changes nothing; back, and back again',
    [
      ['two', { dry: true }, { inForce: 'one', records: 0 }],
      ['two', { back: true }, { inForce: 'one', records: 0 }],
      ['two', {}, { inForce: 'two', earlier: 'one', records: 1 }],
      ['two', { dry: true, back: true }, { inForce: 'two', earlier: 'one', records: 1 }],
      ['two', { back: true }, { inForce: 'one', earlier: 'two', isBack: true, records: 2 }],
      ['two', { back: true }, { inForce: 'two', earlier: 'one', isBack: false, records: 3 }],
    ],
  ],
  [
    'a reload takes the files, whatever was returned to',
    [
      ['two', {}, { inForce: 'two' }],
      ['two', { back: true }, { inForce: 'one', isBack: true }],
      ['three', {}, { inForce: 'three', earlier: 'one', isBack: false }],
      ['three', { back: true }, { inForce: 'one', earlier: 'three', isBack: true }],
    ],
  ],
  [
    'a reload of the same is not gone back to',
    [
      ['two', {}, { inForce: 'two', earlier: 'one' }],
      ['two', {}, { inForce: 'two', earlier: 'one', records: 2 }],
    ],
  ],
  [
    'a refusal leaves what is in force; a dry one leaves no trace',
    [
      ['broken', { dry: true }, { inForce: 'one', records: 0 }],
      ['broken', {}, { inForce: 'one', failed: 'broken', records: 1 }],
      ['two', { dry: true }, { inForce: 'one', failed: 'broken', records: 1 }],
      ['two', {}, { inForce: 'two', failed: undefined, records: 2 }],
    ],
  ],
])('%s', async (_, steps) => {
  const reloads = started()
  for (const [text, options, after] of steps) {
    writeFileSync(file, text)
    await reloads.request('operator', options)
    expect(stateOf(reloads)).toMatchObject(after)
  }
})

test('a return has the values of before, but not the code, and says so', async () => {
  const reloads = started()
  const first = reloads.inForce!
  writeFileSync(file, 'two')
  await reloads.request('operator')
  reloads.inForce = { ...reloads.inForce!, variables: { TOKEN: 'rotated' } }
  code = 'b'
  const outcome = await reloads.request('operator', { back: true })
  const { files, variables } = reloads.inForce
  expect({ files, variables }).toEqual({ files: first.files, variables: first.variables })
  expect(outcome).toMatchObject({
    notes: [
      'The files say something else: a restart or the next reload takes them.',
      'The code of own policies is as on the disk: /own.mjs.',
    ],
  })
})

const replay = { requests: 200, flipped: 3, flips: [] }
test.each<[string, ReplayReport | undefined, ReloadOptions, string | undefined]>([
  ['at the bound', replay, { refuseAbove: 0.015 }, undefined],
  [
    'above it',
    replay,
    { refuseAbove: 0.01 },
    '3 of 200 requests would be decided otherwise, more than 1 %',
  ],
  ['nothing decided', { ...replay, requests: 0, flipped: 0 }, { refuseAbove: 0 }, undefined],
  ['nothing kept', undefined, { refuseAbove: 1 }, 'no requests are recorded to replay'],
])('refuseAbove: %s', async (_, replay, options, refused) => {
  writeFileSync(file, 'two')
  const outcome = await started(replay).request('operator', options)
  const effects = { changes: [expect.anything()], ...(replay && { replay }) }
  const refusal = { field: 'refuseAbove', refused: expect.stringContaining(refused ?? '') }
  expect(outcome).toMatchObject(refused === undefined ? effects : { ...refusal, ...effects })
})

test('each reload leaves a record and an audit line: who, from what to what, and how', async () => {
  const reloads = started(replay)
  writeFileSync(file, 'two')
  await reloads.request('operator', { by: 'ann', refuseAbove: 0.5 })
  await reloads.request('operator', { by: 'ann', refuseAbove: 0.5, back: true })
  writeFileSync(file, 'broken\nby far')
  await reloads.request('watch')
  const text = 'text.yml is another'
  const changes = [{ effect: 'changes', part: 'text.yml', text, place: 'text.yml:1' }]
  const counts = { requests: 200, flipped: 3 }
  const by = { via: 'operator', by: 'ann', replay: counts }
  expect(reloads.history).toEqual([
    { at: expect.any(String), via: 'watch', changes: [], changed: 0, refused: 'broken\nby far' },
    { at: expect.any(String), ...by, back: true, hash: 'one', changes, changed: 1 },
    { at: expect.any(String), ...by, hash: 'two', changes, changed: 1 },
  ] satisfies (ReloadRecord | object)[])
  const line = { audit: true, event: 'configuration-reloaded', ms: expect.any(Number) }
  const told = { ...line, ...by, changes: [`text.yml: ${text}`] }
  expect(info.mock.calls.map(([members]) => members)).toEqual([
    { ...told, before: 'one', config: 'two' },
    {
      ...{ ...told, before: 'two', config: 'one', back: true },
      notes: ['The files say something else: a restart or the next reload takes them.'],
    },
  ])
  expect(error.mock.calls.map(([members]) => members)).toEqual([
    {
      ...{ ...line, event: 'configuration-refused', via: 'watch', before: 'one', changes: [] },
      mistakes: ['broken', 'by far'],
    },
  ])
  expect(JSON.stringify([info.mock.calls, reloads.history])).not.toContain('hunter2')
})

test('records and audit lines are bounded', async () => {
  const text = 'x'.repeat(2000)
  const changes = Array.from(
    { length: 2000 },
    (): Change => ({ effect: 'allows', part: 'a', text }),
  )
  const reloads: Reloads = new Reloads(async (source) => ({
    config: configOf(source),
    effects: { changes },
  }))
  reloads.inForce = configOf({ files: filesOf('one') })
  for (let i = 0; i < 30; i++) {
    writeFileSync(file, `${i}`)
    expect(await reloads.request('operator')).toMatchObject({ changes })
  }
  expect(reloads.history).toHaveLength(20)
  expect(reloads.history[0]).toMatchObject({ changed: 2000, changes: changes.slice(0, 50) })
  expect(JSON.stringify(info.mock.calls[0]).length).toBeLessThan(20_000)
})

test('equal requests that wait come to one, others to one each', async () => {
  const reloads = started()
  writeFileSync(file, 'two')
  const asked = [{}, {}, { by: 'ann' }, { by: 'ann' }, { by: 'bob' }, { dry: true }]
  await Promise.all(asked.map((options) => reloads.request('operator', options)))
  expect(reloads.history.map(({ by }) => by)).toEqual(['bob', 'ann', undefined])
})
