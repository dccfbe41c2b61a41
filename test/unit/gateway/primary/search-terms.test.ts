import { SearchTerms } from '../../../../gateway/primary/search-terms.js'
import type { AskedTerm } from '../../../../kit/usage/search-terms.js'
import type { TermPart } from '../../../../kit/usage/store.js'

const [day, tomorrow] = ['2026-11-25', '2026-11-26']

function asked(term: string, askers: number, more: Partial<AskedTerm> = {}): AskedTerm[] {
  const one = { day, term, searches: 1, foundNothing: 0, ...more }
  return Array.from({ length: askers }, (_, i) => ({ ...one, asker: `asker-${i}` }))
}

let written: TermPart[]
let isAway: boolean
let terms: SearchTerms
beforeEach(() => {
  ;[written, isAway] = [[], false]
  terms = new SearchTerms({
    async writeTerms(part) {
      if (isAway) throw new Error('away')
      written.push(structuredClone(part))
    },
  })
})
const last = () => written.at(-1)?.terms

test('a term is written from its fifth asker on, with all its searches and no asker', async () => {
  terms.add(asked('food bank', 4, { searches: 3, foundNothing: 2 }))
  await terms.write(day)
  expect(written).toEqual([])
  terms.add([{ day, term: 'food bank', asker: 'a fifth', searches: 1, foundNothing: 0 }])
  await terms.write(day)
  expect(written).toEqual([
    {
      ...{ day, id: expect.any(String) },
      terms: [{ term: 'food bank', searches: 13, foundNothing: 8 }],
    },
  ])
  terms.add(asked('food bank', 1))
  await terms.write(day)
  expect(last()).toEqual([{ term: 'food bank', searches: 14, foundNothing: 8 }])
  expect(written[1]!.id).toBe(written[0]!.id)
  await terms.write(day)
  expect(written).toHaveLength(2) // nothing new
})

test('each day counts its own five, and is forgotten when it is over', async () => {
  terms.add([...asked('food', 4), ...asked('food', 4, { day: tomorrow })])
  await terms.write(tomorrow)
  terms.add(asked('food', 5).slice(4))
  await terms.write(tomorrow)
  expect(written).toEqual([])
})

test('what could not be written is written later, but not after its day', async () => {
  isAway = true
  terms.add(asked('food', 5))
  await expect(terms.write(day)).rejects.toThrow('away')
  isAway = false
  await terms.write(day)
  expect(written).toHaveLength(1)
  isAway = true
  terms.add(asked('food', 5))
  await expect(terms.write(tomorrow)).rejects.toThrow('away')
  isAway = false
  await terms.write(tomorrow)
  expect(written).toHaveLength(1)
})

test('of more than 10,000 candidates, the one asked longest ago begins again', async () => {
  terms.add([...asked('forgotten', 4), ...asked('kept', 4)])
  for (let i = 0; i < 9999; i++) {
    if (i === 5000) terms.add(asked('kept', 1))
    terms.add(asked(`other ${i}`, 1))
  }
  const fifth = { day, asker: 'a fifth', searches: 1, foundNothing: 0 }
  terms.add(['forgotten', 'kept'].map((term) => ({ ...fifth, term })))
  await terms.write(day)
  expect(last()).toEqual([{ term: 'kept', searches: 6, foundNothing: 0 }])
})

test('of more than 2,000 terms, the newest with the fewest searches is left out', async () => {
  for (let i = 0; i < 2000; i++) terms.add(asked(`term ${i}`, 5, { searches: i === 7 ? 1 : 2 }))
  terms.add([...asked('frequent', 5, { searches: 9 }), ...asked('rare', 5)])
  await terms.write(day)
  const names = last()!.map(({ term }) => term)
  expect([names.length, names[0]]).toEqual([2000, 'frequent'])
  expect(names).toEqual(expect.not.arrayContaining(['term 7']))
  expect(names).not.toContain('rare')
})
