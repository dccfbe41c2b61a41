import { readFileSync } from 'node:fs'
import { demands } from '../../kit/api/levels.js'
import { findEndedNode } from '../../kit/process/version.js'

const page = readFileSync('docs/upgrading.md', 'utf8')

test('docs/upgrading.md lists the levels, which grow by one', () => {
  const rows = [...page.matchAll(/^\| (\d+) \| ([\d.]*) \| (.+) \|$/gm)]
  expect(rows.map(([, level, since, what]) => [Number(level), since, what])).toEqual(
    demands.map(({ level, since, what }) => [level, since, what]),
  )
  expect(demands.map(({ level }) => level)).toEqual(demands.map((_, i) => i + 1))
})

test('and the last days of the lines of Node', () => {
  const days = [...page.matchAll(/(\d\d) (?:since|from) (\d{4}-\d\d-\d\d)/g)]
  expect(days).toHaveLength(4)
  for (const [, line, day] of days) {
    const at = (hours: number) => findEndedNode(`${line}.0.0`, Date.parse(day!) + hours * 3_600_000)
    expect([at(23), at(24)]).toEqual([undefined, expect.stringContaining(day!)])
  }
})
