import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeValidate } from '../../../../gateway/config/parameters.js'
import { searchTemplate } from '../../../../plugins/search-template/index.js'
import { brokenTemplates, goodTemplate } from '../../../support/broken-templates.js'
import { testConfigDir } from '../../../support/folders.js'

const folder = testConfigDir()

const rules = { maxCost: 700, indexPrefixes: ['organization-serp'], fields: { deny: ['secret'] } }

/** `file:line:col rule message → remedy` of each mistake. */
function found(text: string): string[] {
  writeFileSync(join(folder, 'search-templates/things.yml'), text)
  const surroundings = {
    serviceEndpoints: {},
    routes: [],
    pipelines: [],
    validate: makeValidate(),
  }
  return searchTemplate.check!({ templates: ['things'], rules }, surroundings).map(
    ({ location, rule, message, remedy }) => {
      const { file = '', line, column } = location ?? {}
      return `${file.replace(`${folder}/`, '')}:${line}:${column} ${rule} ${message} → ${remedy}`
    },
  )
}

test('the good one has no mistake', () => expect(found(goodTemplate)).toEqual([]))

test.each(brokenTemplates)('$name', ({ from, to, at, says: [rule, message, remedy] }) => {
  const begin = goodTemplate.indexOf(from)
  expect(begin).toBeGreaterThanOrEqual(0)
  const text = goodTemplate.replace(from, () => to)
  const end = text.slice(0, begin + to.length).lastIndexOf(at)
  const place = end < 0 ? text.indexOf(at) : end
  const lines = text.slice(0, place).split('\n')
  const all = found(text)
  const start = `search-templates/things.yml:${lines.length}:${lines.at(-1)!.length + 1} ${rule} `
  expect(all).toContainEqual(expect.stringContaining(start))
  const [told = ''] = all.filter((one) => one.startsWith(start))
  const [what, toDo = ''] = told.split(' → ')
  expect(what).toContain(message)
  expect(toDo).toContain(remedy)
  expect(toDo).toMatch(/^(?!undefined$)\S/)
})
