import { IdMarks, type OrganizationMark } from '../../../loader/id-marks.js'

test('ids and their marks are counted as in a map, through growth, changes and removals', () => {
  const marks = new IdMarks()
  const expected = new Map<string, readonly OrganizationMark[]>()
  const kinds: OrganizationMark[][] = [[], ['placed'], ['coded', 'worded'], ['placed', 'coded']]
  for (let i = 0; i < 20_000; i++) {
    const id = `us-${(i * 7919) % 9_001}`
    if (i % 5 === 4) expect(marks.delete(id)).toBe(expected.delete(id))
    else {
      expect(marks.has(id)).toBe(expected.has(id))
      expected.set(id, kinds[i % 4]!)
      marks.set(id, kinds[i % 4]!)
    }
  }
  expect(marks.size).toBe(expected.size)
  for (const mark of ['placed', 'coded', 'worded'] as const) {
    const held = [...expected.values()].filter((all) => all.includes(mark)).length
    expect([mark, marks.count(mark)]).toEqual([mark, held])
  }
})
