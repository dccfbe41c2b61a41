import { stripVTControlCharacters } from 'node:util'
import { pretty } from '../../../../kit/log/pretty.js'
import { casesIn } from '../../../support/cases.js'

const { lines } = casesIn<{
  lines: [name: string, fields: object, line: string][]
}>(__dirname, 'pretty.yml')

const base = { time: '2026-11-22T03:15:10.111Z' }

test.each(lines)('%s', (_, record, text) => {
  expect(stripVTControlCharacters(pretty(JSON.stringify({ ...base, ...record })))).toBe(text)
})
