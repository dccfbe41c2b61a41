import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planMistakes } from '../../../../plugins/kit/rules/plan-mistakes.js'

const folder = mkdtempSync(join(tmpdir(), 'plans-'))
const before = process.env.CONFIG_DIR
process.env.CONFIG_DIR = folder
afterAll(() => {
  rmSync(folder, { recursive: true })
  if (before === undefined) delete process.env.CONFIG_DIR
  else process.env.CONFIG_DIR = before
})

const named = ['default', 'anonymous', 'gold', 'parter']

test.each([
  ['plans: [gold, partner]', ['did you mean "partner"?']],
  ['plans: [gold, parter]', []],
  ['{}', ['known: default, anonymous', 'known: default, anonymous']],
  ['plans: [', []],
])('with %j', (text, meant) => {
  writeFileSync(join(folder, 'auth-service.config.yml'), text)
  const found = planMistakes(named, ['limit'])
  expect(found.map(({ remedy }) => remedy)).toEqual(
    meant.map((hint) => `add it under "plans" there; ${hint}`),
  )
})

test('without the file nothing is known', () => {
  rmSync(join(folder, 'auth-service.config.yml'), { force: true })
  expect(planMistakes(named, [])).toEqual([])
})
