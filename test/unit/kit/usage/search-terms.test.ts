import { SearchTermCounter, termOf } from '../../../../kit/usage/search-terms.js'

const noon = Date.parse('2026-11-25T12:00:00Z')

test.each([
  ['  Food\u00a0\t Bank ', 'food bank'],
  ['ＦＯＯＤ', 'food'],
  ['Cafe\u0301', 'caf\u00e9'],
  ['troop 12345', 'troop 12345'],
  ['é'.repeat(100), 'é'.repeat(100)],
  ['é'.repeat(101), undefined],
  [' ', undefined],
  ['ann@example.org', undefined],
  ['ann＠example.org', undefined],
  ['05-0258837', undefined],
  ['call (401) 55', 'call (401) 55'],
  ['call (401) 555', undefined],
  ['٤٠١٥٥٥', undefined],
])('the term of %j is %j', (text, term) => {
  expect(termOf(text)).toBe(term)
})

test('counts are by day, asker and term, and taken once', () => {
  const counter = new SearchTermCounter()
  counter.count('food', '1', false, noon)
  counter.count('FOOD', '1', true, noon)
  counter.count('food', '2', true, noon)
  counter.count('food', '1', false, noon + 86_400_000)
  counter.count('ann@example.org', '1', false, noon)
  const [day, term] = ['2026-11-25', 'food']
  expect(counter.take()).toEqual([
    { day, asker: '1', term, searches: 2, foundNothing: 1 },
    { day, asker: '2', term, searches: 1, foundNothing: 1 },
    { day: '2026-11-26', asker: '1', term, searches: 1, foundNothing: 0 },
  ])
  expect(counter.take()).toEqual([])
})

test('of 10,000 counts no new one is taken up, and those that are there go on', () => {
  const counter = new SearchTermCounter()
  for (let i = 0; i < 11_000; i++) counter.count('food', `asker ${i}`, false, noon)
  counter.count('food', 'asker 0', false, noon)
  const asked = counter.take()
  expect([asked.length, asked[0]?.searches]).toEqual([10_000, 2])
})
