import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readTemplate } from '../../../../plugins/kit/templates/read.js'
import { configCopy } from '../../../support/stack.js'

const folder = configCopy()
const before = process.env.CONFIG_DIR
beforeAll(() => {
  process.env.CONFIG_DIR = folder
})
afterAll(() => {
  process.env.CONFIG_DIR = before
  rmSync(folder, { recursive: true })
})

/** Its check, which is kept with it, takes long. */
test('a template is the same when it is read again, until its file changes', () => {
  const read = () => readTemplate('find').template
  const first = read()
  expect(first).toBeDefined()
  expect(read()).toBe(first)
  appendFileSync(join(folder, 'search-templates/find.yml'), '# changed\n')
  const second = read()
  expect(second).toBeDefined()
  expect(second).not.toBe(first)
  expect(read()).toBe(second)
})
