import { PopularTerms } from '../../../../gateway/primary/popular-terms.js'
import type { AskedTerm } from '../../../../kit/usage/counts.js'

const hour = '2026-11-25T00:00:00.000Z'

let terms: PopularTerms
beforeEach(() => {
  terms = new PopularTerms()
})

/** Counts searches of several askers for a term. @returns whether the last one changed the rows. */
function add(term: string, askers: readonly string[], more: Partial<AskedTerm> = {}): boolean {
  const asked = { hour, term, searches: 1, foundNothing: 0, ...more }
  return askers.map((asker) => terms.add({ ...asked, asker })).at(-1)!
}
const four = ['a', 'b', 'c', 'd']
const five = [...four, 'e']

test('a term is listed from its fifth asker on, with all its searches and no asker', () => {
  expect(add('food bank', four, { searches: 3, foundNothing: 2 })).toBe(false)
  expect(add('food bank', ['a'])).toBe(false)
  expect(terms.rows).toEqual([])
  expect(add('food bank', ['e'])).toBe(true)
  expect(terms.rows).toEqual([{ hour, term: 'food bank', searches: 14, foundNothing: 8 }])
  expect(add('food bank', ['a'])).toBe(true)
  expect(terms.rows).toEqual([{ hour, term: 'food bank', searches: 15, foundNothing: 8 }])
})

test('of more than 10,000 candidates, the one asked longest ago begins again', () => {
  for (const term of ['forgotten', 'kept']) add(term, four)
  for (let i = 0; i < 9999; i++) {
    if (i === 5000) add('kept', ['a'])
    add(`other ${i}`, ['a'])
  }
  for (const term of ['forgotten', 'kept']) add(term, ['e'])
  expect(terms.rows).toEqual([{ hour, term: 'kept', searches: 6, foundNothing: 0 }])
})

test('of more than 2,000 terms, the newest with the fewest searches is left out', () => {
  for (let i = 0; i < 2000; i++) add(`term ${i}`, five, { searches: i === 7 ? 1 : 2 })
  add('frequent', five, { searches: 9 })
  add('rare', five)
  const names = terms.rows.map(({ term }) => term)
  expect([names.length, names[0]]).toEqual([2000, 'frequent'])
  expect(names).toEqual(expect.not.arrayContaining(['term 7']))
  expect(names).not.toContain('rare')
})
