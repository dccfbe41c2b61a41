import type { Hit, Organization } from '../../../packages/client/src/types.js'
import { type Body, isObject, listOf } from './query.js'
import { shown, titleOf } from './values.js'

export type Found = Hit<Organization>

/** A column of the results. */
export interface Column {
  title: string
  /** Its name in the answer, and its key. */
  field: string
  isNumber: boolean
  /** The order of the results by it. */
  order?: 'ascending' | 'descending'
  text(hit: Found): string
}

interface SortKey {
  field: string
  order: 'ascending' | 'descending'
  unit?: string
}

const first = ['city', 'region', 'activity', 'legal_status', 'founded_year']
const last = ['id', '_score']
const hidden = ['_sort', '_highlight']

/** The name, what the results are sorted by, then the other fields that have a value. */
export function columnsOf(hits: readonly Found[], body: Body): Column[] {
  const known = new Set(hits.flatMap((hit) => Object.keys(hit).filter((name) => hit[name] != null)))
  const sorted = sortKeysOf(body).map((key, i) => sortColumn(key, i, hits, known))
  const taken = new Set(['name', ...sorted.map(({ field }) => field), ...hidden])
  const others = [...known].filter((name) => !taken.has(name))
  const middle = others.filter((name) => !first.includes(name) && !last.includes(name))
  const rest = [...first, ...middle, ...last].filter((name) => others.includes(name))
  return [
    ...(known.has('name') ? [fieldColumn('name', hits)] : []),
    ...sorted.filter(({ field }) => field !== 'name'),
    ...rest.map((field) => fieldColumn(field, hits)),
  ]
}

function fieldColumn(field: string, hits: readonly Found[]): Column {
  return {
    field,
    title: field === '_score' ? 'Score' : titleOf(field),
    isNumber: hits.some((hit) => typeof hit[field] === 'number'),
    text: (hit) => shown(field, hit[field], hit.country),
  }
}

/** The column of the field itself, where the hits have it; else of the values it was sorted by. */
function sortColumn(key: SortKey, i: number, hits: readonly Found[], known: Set<string>): Column {
  const { field, order, unit } = key
  const own = [field, field.replace(/\.[^.]*$/, '')].find((name) => known.has(name))
  if (own !== undefined) return { ...fieldColumn(own, hits), order }
  return {
    field,
    order,
    title: unit === undefined ? titleOf(field) : `Distance (${unit})`,
    isNumber: hits.some((hit) => typeof hit._sort?.[i] === 'number'),
    text: (hit) => shown(field, hit._sort?.[i]),
  }
}

/** What a body sorts by. */
function sortKeysOf({ sort }: Body): SortKey[] {
  return sort === undefined ? [] : listOf(sort).flatMap(keysOf)
}

function keysOf(clause: unknown): SortKey[] {
  if (typeof clause === 'string') return [{ field: clause, order: usual(clause) }]
  if (!isObject(clause)) return []
  return Object.entries(clause).map(([field, how]) => {
    const order = isObject(how) ? how.order : how
    const named = order === 'desc' ? 'descending' : order === 'asc' ? 'ascending' : usual(field)
    return field === '_geo_distance'
      ? { field, order: named, unit: isObject(how) ? String(how.unit ?? 'm') : 'm' }
      : { field, order: named }
  })
}

const usual = (field: string) => (field === '_score' ? 'descending' : 'ascending')
