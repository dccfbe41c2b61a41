import type { Hold } from '../../kit/rate-limit/holds.js'
import { until } from './until.js'

/** What kit/rate-limit/holds.ts promises, wherever the places are kept. @param hold Of no place. */
export function holdsContract(hold: Hold): void {
  const long = 60_000
  const take = async (key: string, holder: string, forMs = long) =>
    hold({ key, limit: 2, holder }, forMs)

  test('a key has as many places as its limit, and each that is given back is free', async () => {
    expect([await take('a', '1'), await take('a', '2'), await take('a', '3')]).toEqual([
      ...[true, true, false],
    ])
    expect(await take('other', '4')).toBe(true)
    await take('a', '1', 0)
    expect([await take('a', '3'), await take('a', '1')]).toEqual([true, false])
  })

  test('a holder keeps its place, and never has two', async () => {
    for (let i = 0; i < 3; i++) expect(await take('b', '5')).toBe(true)
    expect([await take('b', '6'), await take('b', '7')]).toEqual([true, false])
  })

  test('to give back what one does not have takes nothing from others', async () => {
    await take('c', '8')
    await take('c', '9')
    await take('c', '10', 0)
    expect(await take('c', '11')).toBe(false)
  })

  test('a place that its holder does not prolong is free in the end', async () => {
    for (const holder of ['12', '13']) await take('d', holder, 500)
    await take('d', '12')
    await until(() => take('d', '14'))
    expect(await take('d', '15')).toBe(false)
  })
}
