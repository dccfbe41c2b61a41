import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paramSchemas } from '../../../../plugins/search-rules/grammar/settings.js'
import { limitTable } from '../../../../plugins/search-rules/rule/limits.js'
import { features, unsafeNames } from '../../../../plugins/search-rules/rule/rule.js'
import { openAggregations, openKeys, openQueries } from './cases/elasticsearch-names.js'

const docs = readFileSync(join(__dirname, '../../../../docs/search-rules.md'), 'utf8')

test('docs/search-rules.md names every parameter, feature, limit and open construct', () => {
  const names = [
    ...Object.keys(paramSchemas),
    ...features,
    ...unsafeNames,
    ...openKeys,
    ...openQueries,
    ...openAggregations,
  ]
  expect(names.filter((name) => !docs.includes(`\`${name}\``))).toEqual([])
  for (const [name, { default: value, max, unit }] of Object.entries(limitTable)) {
    expect(docs).toContain(`| \`${name}\` | ${value} | ${max} | ${unit} |`)
  }
})
