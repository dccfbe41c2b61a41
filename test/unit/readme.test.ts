import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorKinds } from '../../kit/api/errors.js'
import { defaults } from '../../kit/config/settings.js'
import { payloadOf, readAnswer } from '../../plugins/search/answer.js'
import { goodAnswer } from '../support/fault-engine.js'
import { requestOf } from './plugins/search/request.js'

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8')

test('the error table of the README is the one of the code', () => {
  const rows = Object.entries(errorKinds).map(
    ([code, { status, cause, remedy }]) => `| ${code} | ${status} | ${cause} | ${remedy} |`,
  )
  const written = readme.split('|---|---|---|---|\n')[1]!.split('<!-- /errors -->')[0]!.trim().split('\n')
  expect(written).toEqual(rows)
})

test.each(Object.entries(defaults))('the README knows %s and its default %s', (name, value) => {
  const row = readme.split('\n').find((line) => new RegExp(`^\\|[^|]*\\b${name}\\b`).test(line))
  expect(row).toContain(value)
})

test('the README names every member that the answer of a search may hold', () => {
  const hit = { _id: 'a', sort: [1], highlight: {}, fields: {}, inner_hits: {} }
  const hits = { hits: [hit], total: { value: 1, relation: 'gte' } }
  const answer = readAnswer(Buffer.from(JSON.stringify({ ...goodAnswer, hits, aggregations: {} })))
  const pieces = payloadOf(answer, { ...requestOf('{}'), hasAggregations: true }, 'v9')
  const { results, ...data } = JSON.parse(Buffer.concat(pieces).toString())
  const members = [...Object.keys({ results, ...data }).map((name) => `data.${name}`), ...Object.keys(results[0]!)]
  const table = readme.split("| Member of a search's answer | Holds |\n|---|---|\n")[1]!.split('\n\n')[0]!
  expect(members.filter((name) => !table.includes(`\`${name}\``))).toEqual([])
})
