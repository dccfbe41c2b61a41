import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planMistakes } from '../../../../plugins/kit/rules/plan-mistakes.js'
import { testConfigDir } from '../../../support/folders.js'

const folder = testConfigDir()

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
