import type { Hit, Organization } from '../../../packages/client/src/types.js'
import { type Body, isObject, toList } from './query.js'

/** A hit of a search, with what the engine adds to its fields. */
export type FoundHit = Hit<Organization>

/** A column of the table of hits. */
export interface Column {
  /** The name of the field in the answer. It is the title and the key of the column. */
  field: string
  isNumber: boolean
  /** Set where the hits are sorted by this column. */
  order?: Order
  /** The text of a cell. */
  toText(hit: FoundHit): string
}

type Order = 'ascending' | 'descending'

interface SortKey {
  field: string
  order: Order
}

/** What is shown elsewhere: sort values in columns of their own, highlights before the first one. */
const hidden = new Set(['_sort', '_highlight'])

/** The columns of a table: what the hits are sorted by, then every other field with a value. */
export function toColumns(hits: readonly FoundHit[], body: Body): Column[] {
  const known = new Set(hits.flatMap((hit) => Object.keys(hit).filter((name) => hit[name] != null)))
  const sorted = parseSort(body).map((key, i) => toSortColumn(key, i, hits, known))
  const used = new Set(sorted.map(({ field }) => field))
  const others = [...known].filter((name) => !used.has(name) && !hidden.has(name))
  return [...sorted, ...others.map((field) => toFieldColumn(field, hits))]
}

function toFieldColumn(field: string, hits: readonly FoundHit[]): Column {
  return {
    field,
    isNumber: hits.some((hit) => typeof hit[field] === 'number'),
    toText: (hit) => toText(hit[field]),
  }
}

/** The column of the field itself where the hits have it, else of the values of the sort. */
function toSortColumn(
  { field, order }: SortKey,
  i: number,
  hits: readonly FoundHit[],
  known: ReadonlySet<string>,
): Column {
  const name = [field, field.replace(/\.[^.]*$/, '')].find((one) => known.has(one))
  if (name !== undefined) return { ...toFieldColumn(name, hits), order }
  return {
    field,
    order,
    isNumber: hits.some((hit) => typeof hit._sort?.[i] === 'number'),
    toText: (hit) => toText(hit._sort?.[i]),
  }
}

/** Texts are shown as they are, everything else as JSON. */
function toText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parseSort({ sort }: Body): SortKey[] {
  return sort === undefined ? [] : toList(sort).flatMap(parseSortClause)
}

function parseSortClause(clause: unknown): SortKey[] {
  if (typeof clause === 'string') return [{ field: clause, order: defaultOrder(clause) }]
  if (!isObject(clause)) return []
  return Object.entries(clause).map(([field, options]) => {
    const order = isObject(options) ? options.order : options
    if (order === 'desc') return { field, order: 'descending' }
    return { field, order: order === 'asc' ? 'ascending' : defaultOrder(field) }
  })
}

const defaultOrder = (field: string): Order => (field === '_score' ? 'descending' : 'ascending')
