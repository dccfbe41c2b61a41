import {
  aggregationClasses,
  aggregations,
  hitRequestOf,
  queries,
  queryClasses,
  unitCosts,
} from '../packages/query-guard/src/grammar.js'
import { findCost } from '../plugins/openapi/grammar.js'
import { withPart } from './with-part.js'

type Named = [name: string, costClass: string | undefined]

/** A row for each class, with the names that have it. */
function writeRows(classes: Record<string, { about: string }>, all: readonly Named[]): string[] {
  return Object.entries(classes).flatMap(([costClass, { about }]) => {
    const names = all.filter(([, own]) => own === costClass).map(([name]) => `\`${name}\``)
    return names.length > 0 && about !== '0'
      ? [`| ${costClass} | ${names.sort().join(', ')} | ${about} |`]
      : []
  })
}

/** docs/query-cost.md with the current table of classes. */
export function withCosts(text: string): string {
  const clauses = [...queries].map(([name, rule]): Named => [name, findCost(rule)?.costClass])
  const types = [...aggregations]
    .filter(([, { rule }]) => rule.kind !== 'unsafe')
    .map(([name, { costClass }]): Named => [name, costClass])
  const rows = [
    '| Class | Constructs | Cost |',
    '|---|---|---|',
    ...writeRows(queryClasses, clauses),
    ...writeRows(aggregationClasses, types),
    `| suggestion | \`suggest\` | ${queryClasses.suggestion.about} |`,
    `| hits | of a body, groups, buckets | ${hitRequestOf(10).cost.about} |`,
    `| highlighted | \`highlight\` | ${unitCosts.highlighted} for each text of each hit; in it ` +
      `${unitCosts.highlightedWord} for each word of the query, ${unitCosts.highlightedPattern} for ` +
      'each pattern or fuzzy word, times the fields that it is searched in |',
    `| explained | \`explain\` | as ${unitCosts.explained} highlighted texts of each hit |`,
  ]
  return withPart(text, 'costs', rows.join('\n'))
}
