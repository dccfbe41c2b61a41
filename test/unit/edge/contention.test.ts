import { Contention } from '../../../edge/contention.js'

test('an owner is alone when nothing of another has come for a second', () => {
  let now = 0
  const company = new Contention(() => now)
  expect(company.isAlone('a')).toBe(true)
  company.note('a')
  expect([company.isAlone('a'), company.isAlone('b')]).toEqual([true, false])
  now = 500
  company.note('b')
  expect([company.isAlone('a'), company.isAlone('b')]).toEqual([false, false])
  now = 999
  company.note('b')
  expect(company.isAlone('b')).toBe(false)
  now = 1000
  expect([company.isAlone('a'), company.isAlone('b')]).toEqual([false, true])
  now = 1999
  expect([company.isAlone('a'), company.isAlone('b')]).toEqual([true, true])
})
