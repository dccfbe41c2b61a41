import { readFileSync, writeFileSync } from 'node:fs'
import type { CostFormula, Rule } from '../packages/query-guard/src/grammar.js'
import { aggregations, bodyHits, growthText, queries } from '../packages/query-guard/src/grammar.js'
import { wrapped } from './wrapped.js'

const begin = '<!-- prices: written by `npm run docs`; a test compares -->\n'
const end = '<!-- /prices -->'

/** The cost of a clause, whatever switch opens it; undefined for a clause that only contains others. */
export function formulaOf(rule: Rule): CostFormula | undefined {
  if (rule.kind === 'costed') return rule.formula
  return rule.kind === 'feature' || rule.kind === 'closed' ? formulaOf(rule.rule) : undefined
}

/** A cost in words, with its share of the growth unless that is 1. */
function textOf(formula: CostFormula | undefined): string {
  if (!formula) return 'the sum of its clauses'
  return formula.grows ? `${formula.about}; ${growthText(formula.grows)}` : formula.about
}

type Row = [name: string, cells: string]

/** Rows by name; those with the same cells are one. */
function tableOf(rows: readonly Row[]): string {
  const names = new Map<string, string[]>()
  for (const [name, cells] of rows.toSorted())
    names.set(cells, [...(names.get(cells) ?? []), `\`${name}\``])
  return [...names].map(([cells, alike]) => `| ${alike.join(', ')} | ${cells} |`).join('\n')
}

/** docs/query-cost.md with the current cost table of the grammar. */
export function withCosts(text: string): string {
  const [head = '', rest = ''] = text.split(begin)
  const clauses = [...queries]
    .filter(([, rule]) => rule.kind !== 'unsafe')
    .map(([name, rule]): Row => [name, textOf(formulaOf(rule))])
  const types = [...aggregations]
    .filter(([, { rule }]) => rule.kind !== 'unsafe')
    .map(
      ([name, { collect, bucket, owner }]): Row => [
        name,
        `${textOf(collect)} | ${bucket.about} | ${owner.about}`,
      ],
    )
  return [
    head,
    begin,
    '\n| Clause | Cost |\n|---|---|\n',
    tableOf(clauses),
    '\n\n| Aggregation | Each time it collects | Each bucket | Each bucket around it, where it ' +
      'is in some |\n|---|---|---|---|\n',
    tableOf(types),
    '\n\n',
    wrapped(
      `Hits: ${bodyHits.cost.about}. Patterns of words in a query cost 0.008 more for each text ` +
        'that is highlighted.',
    ),
    '\n\n',
    end,
    rest.slice(rest.indexOf(end) + end.length),
  ].join('')
}

if (process.argv[1]?.endsWith('cost-list.js')) {
  const file = 'docs/query-cost.md'
  writeFileSync(file, withCosts(readFileSync(file, 'utf8')))
}
