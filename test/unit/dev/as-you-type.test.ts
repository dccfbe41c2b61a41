import { Engine } from '../../../dev/engine/engine.js'
import { organizationFields } from '../../../loader/format.js'
import { analysis } from '../../../loader/mapping.js'
import { asYouType, names, typos } from '../../support/relevance/as-you-type.js'

/**
 * The suggestions of docs/queries.md on the embedded engine; test/engine/differential asks a real
 * node.
 */

const engine = new Engine()
engine.createIndex('organizations', {
  settings: { analysis },
  mappings: { properties: organizationFields },
})
for (const name of names) engine.index('organizations', name, JSON.stringify({ id: name, name }))

function found(typed: string): string[] {
  const { hits } = engine.search('organizations', { query: asYouType(typed) }) as {
    hits: { hits: { _id: string }[] }
  }
  return hits.hits.map(({ _id }) => _id)
}

test.each(typos)('"%s" finds %s first', (typed, name) => {
  expect(found(typed)[0]).toBe(name)
})

test('a word of two letters is taken as it is written', () => {
  expect(found('rye oc')).toEqual([])
})
