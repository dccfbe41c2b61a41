import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorKinds } from '../../kit/api/errors.js'
import { defaults, secretNames } from '../../kit/config/settings.js'
import { payloadOf, readAnswer } from '../../plugins/search/answer.js'
import { goodAnswer } from '../support/fault-engine.js'
import { requestOf } from './plugins/search/request.js'

const read = (name: string) => readFileSync(join(__dirname, '../..', name), 'utf8')

test('README.md has at most 120 lines, and states the licence', () => {
  expect(read('README.md').split('\n').length - 1).toBeLessThanOrEqual(120)
  expect(read('README.md').replaceAll('\n', ' ')).toContain(
    'No licence has been chosen yet; all rights reserved.',
  )
})

test('docs/errors.md describes the codes of the code, each with status, cause and remedy', () => {
  const [, ...sections] = read('docs/errors.md')
    .replaceAll(/\n {2}(?=\w)/g, ' ')
    .split(/^## /m)
  const written = sections.map((section) => [
    /^[A-Z_]+$/m.exec(section)?.[0],
    Number(/^HTTP (\d+)/m.exec(section)?.[1]),
    /^- When: (.*)$/m.exec(section)?.[1],
    /^- What to do: (.*)$/m.exec(section)?.[1],
  ])
  const kinds = Object.entries(errorKinds).map(([code, { status, cause, remedy }]) => [
    code,
    status,
    cause,
    remedy,
  ])
  expect(written).toEqual(kinds)
})

test.each(Object.entries(defaults))(
  'docs/settings.md lists %s with its default %s',
  (name, value) => {
    const row = read('docs/settings.md')
      .split('\n')
      .find((line) => new RegExp(`^\\|[^|]*\\b${name}\\b`).test(line))
    expect(row).toContain(value)
  },
)

test.each(secretNames.filter((name) => name !== 'DEMO_PASSWORD'))(
  'docs/settings.md mentions the secret %s',
  (name) => {
    expect(read('docs/settings.md')).toMatch(new RegExp(`\\b${name}\\b`))
  },
)

test('docs/api.md names every member that the answer of a search may hold', () => {
  const hit = { _id: 'a', sort: [1], highlight: {}, fields: {}, inner_hits: {} }
  const hits = { hits: [hit], total: { value: 1, relation: 'gte' } }
  const answer = readAnswer(Buffer.from(JSON.stringify({ ...goodAnswer, hits, aggregations: {} })))
  const pieces = payloadOf(answer, { ...requestOf('{}'), hasAggregations: true }, 'v9')
  const { results, ...data } = JSON.parse(Buffer.concat(pieces).toString())
  const members = [...Object.keys({ results, ...data }), ...Object.keys(results[0]!)]
  const search = read('docs/api.md').split('\n## Search\n')[1]!
  const table = search.split('| Member of `data` | Meaning |\n|---|---|\n')[1]!.split('\n\n')[0]!
  expect(members.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
