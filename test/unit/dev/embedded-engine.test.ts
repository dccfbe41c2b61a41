import { analysis, fieldMappings } from '../../../directory/fields/mapping.js'
import { Engine } from '../../../packages/embedded-engine/src/engine.js'
import { SearchFailure, Unsupported } from '../../../packages/embedded-engine/src/errors.js'
import { type GrammarSample, grammarSamples } from '../../support/grammar-samples.js'
import { madeUpOrganizations } from '../../support/made-up.js'

/** What a caller may send by the grammar of the search rules, asked of the embedded engine. */

const engine = new Engine()
engine.createIndex('organizations', {
  settings: { analysis },
  mappings: { properties: fieldMappings },
})
for (const organization of madeUpOrganizations().slice(0, 20)) {
  engine.index('organizations', organization.id, JSON.stringify(organization))
}

/**
 * Samples that Elasticsearch 9.5.3 refuses too: parameters that the rules take with every
 * aggregation, and wrong company.
 */
const alsoRefused: readonly RegExp[] = [
  /query does not support \[type\]|field name already set to \[location\] but found \[type\]/,
  /failed to parse field \[calendar_interval\]/,
  /unknown field \[(format|time_zone|script|missing|keyed|min_doc_count|extended_bounds|hard_bounds|force_source)\]/,
  /does not support custom formats|doesn't support formats/,
  /missingOrder can only be set if missingBucket is true/,
  /created output it could not parse/,
  /Invalid execution mode for cardinality/,
  /failed to parse field \[(offset|precision)\]/,
  /sort_mode \[sum\] isn't supported/,
  /only support AVG, MEDIAN and SUM on number based fields/,
  /unknown value for \[boundary_scanner\]/,
  /Can't parse boolean value/,
  /top is below bottom corner/,
  /failed to parse geo_point/,
  /\[indices\] cannot be used with point in time/,
]

const hits = new Set<RegExp>()

function outcomeOf(
  body: GrammarSample['body'],
): 'taken' | 'not known' | 'refused by both' | string {
  try {
    engine.search('organizations', body)
    return 'taken'
  } catch (error) {
    if (error instanceof Unsupported) return 'not known'
    const { message } = error instanceof SearchFailure ? error.failures[0]!.error : (error as Error)
    const known = alsoRefused.find((reason) =>
      reason.test(`${message} ${(error as Error).cause ?? ''}`),
    )
    if (known === undefined) return message
    hits.add(known)
    return 'refused by both'
  }
}

test('each parameter of the grammar is taken, or refused in the name of the embedded engine', () => {
  const counts: Record<string, number> = {}
  const blamed: string[] = []
  for (const sample of grammarSamples()) {
    const outcome = outcomeOf(sample.body)
    if (['taken', 'not known', 'refused by both'].includes(outcome))
      counts[outcome] = (counts[outcome] ?? 0) + 1
    else
      blamed.push(
        `${sample.construct}: ${outcome} (is it missing in packages/embedded-engine/lacking.ts?) ` +
          `${JSON.stringify(sample.body)}`,
      )
  }
  expect(blamed).toEqual([])
  expect(counts.taken).toBeGreaterThan(600)
  expect(counts['not known']).toBeGreaterThan(600)
  expect(alsoRefused.filter((reason) => !hits.has(reason))).toEqual([])
})
