import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorKinds } from '../../kit/errors.js'
import { defaults } from '../../kit/settings.js'

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
