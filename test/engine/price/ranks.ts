import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { CatalogField, FieldCatalog } from '../../../plugins/kit/field-catalog.js'
import { validatorOf } from '../../../plugins/search-rules/validate/request.js'
import { type Kind, kinds } from './generator.js'
import type { Json } from './json.js'
import { spearman } from './spearman.js'

/** A query and what it took the node each time, in seconds of CPU. */
export interface Ranked {
  kind: Kind
  index: string
  body: Json
  samples: number[]
}

/**
 * Prints how the prices of queries, and other measures of them, order them next to their CPU time.
 */
export function printRanks(rows: readonly Ranked[], register: FieldCatalog): void {
  const indexPrefixes = ['map-serp', 'organization-entity', 'organization-serp']
  const validate = validatorOf({ indexPrefixes, maxCost: Number.MAX_SAFE_INTEGER }, register)
  const measured = rows.map(({ kind, index, body, samples }) => {
    const text = JSON.stringify({ index, body })
    const verdict = validate(text)
    const price = 'search' in verdict ? verdict.search.cost.total : Number.NaN
    const [even, odd] = [0, 1].map((rest) => samples.filter((_, i) => i % 2 === rest))
    return {
      kind,
      price,
      bytes: text.length,
      clauses: clauseCount(body),
      cpu: median(samples),
      /** The same query in half of the rounds: nothing orders better than they order each other. */
      halves: samples.length > 1 ? [median(even!), median(odd!)] : [samples[0]!, samples[0]!],
    }
  })
  for (const kind of [undefined, ...kinds]) {
    const chosen = measured.filter((row) => kind === undefined || row.kind === kind)
    const beside = (
      of: (row: (typeof measured)[number]) => number,
      by = (row: (typeof measured)[number]) => row.cpu,
    ) => spearman(chosen.map(of), chosen.map(by)).toFixed(3)
    console.log(
      `${(kind ?? 'all').padEnd(13)} n ${String(chosen.length).padStart(4)}  price ` +
        `${beside(({ price }) => price)}  ` +
        `bytes ${beside(({ bytes }) => bytes)}  clauses ${beside(({ clauses }) => clauses)}  ` +
        `half of the rounds beside the others ${beside(
          ({ halves }) => halves[0]!,
          ({ halves }) => halves[1]!,
        )}`,
    )
  }
  const mostExpensive = [...measured]
    .sort((a, b) => b.cpu - a.cpu)
    .slice(0, Math.ceil(rows.length / 100))
  for (const cap of [400, 800, 1200, 1600, 2000]) {
    const share = (list: typeof measured) =>
      ((100 * list.filter(({ price }) => price > cap).length) / list.length).toFixed(1)
    const most = Math.max(...measured.filter(({ price }) => price <= cap).map(({ cpu }) => cpu))
    console.log(
      `cap ${cap}: refused of the most expensive 1 % ${share(mostExpensive)} %, of all ` +
        `${share(measured)} %; the longest accepted ${most.toFixed(2)} s`,
    )
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}

function clauseCount(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>(
    (sum, item) => sum + clauseCount(item),
    Array.isArray(value) ? 0 : 1,
  )
}

/** `ranks.js FILE`: what `correlate.js` has written, priced by this build. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { fields, documents, rows } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as {
    fields: Record<string, [string, CatalogField][]>
    documents: number
    rows: Ranked[]
  }
  const families = new Map(
    Object.entries(fields).map(([prefix, known]) => [prefix, new Map(known)]),
  )
  printRanks(rows, {
    documents: () => documents,
    fields: (index) =>
      families.get([...families.keys()].find((prefix) => index.startsWith(prefix)) ?? ''),
  })
}
