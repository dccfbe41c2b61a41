import { parsingError } from '../../errors.js'
import type { Docs, FieldKind, GeoPoint, IndexView, Value } from '../../types.js'

type Document = Record<string, unknown>

/** A field of a mapping, and the same values indexed in other ways. */
interface Property {
  type: string
  fields?: Record<string, { type: string }>
}

const kinds: Record<string, FieldKind> = {
  text: 'text',
  keyword: 'keyword',
  integer: 'long',
  long: 'long',
  double: 'double',
  date: 'date',
  boolean: 'boolean',
  geo_point: 'geo_point',
}

/**
 * A small index without an inverted index: what the aggregations ask of one, in the plainest way.
 */
export function memoryIndex(
  name: string,
  properties: Record<string, Property>,
  documents: Document[],
): IndexView {
  const mapped = new Map<string, FieldKind>()
  for (const [field, { type, fields }] of Object.entries(properties)) {
    mapped.set(field, kinds[type]!)
    for (const [part, { type: partType }] of Object.entries(fields ?? {}))
      mapped.set(`${field}.${part}`, kinds[partType]!)
  }
  const every = Int32Array.from(documents.keys())

  function values(field: string, doc: number): readonly Value[] {
    const kind = mapped.get(field)
    const raw = documents[doc]?.[field.replace(/\.keyword$/, '')]
    if (kind === undefined || kind === 'text' || raw === undefined || raw === null) return []
    const all = (Array.isArray(raw) ? raw : [raw]).map((one) => docValue(kind, one))
    if (kind === 'geo_point') return all
    const sorted = all.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    return kind === 'keyword' ? [...new Set(sorted)] : sorted
  }

  function matches(query: unknown, doc: number): boolean {
    const [[type, body]] = Object.entries(query as object) as [[string, Record<string, unknown>]]
    const [[field = '', wanted] = []] = Object.entries(body)
    if (type === 'match_all') return true
    if (type === 'match_none') return false
    if (type === 'exists') return values(String(body.field), doc).length > 0
    if (type === 'term') return values(field, doc).some((value) => value === wanted)
    if (type === 'range') {
      const { gte = Number.NEGATIVE_INFINITY, lt = Number.POSITIVE_INFINITY } = wanted as {
        gte?: number
        lt?: number
      }
      return values(field, doc).some((value) => Number(value) >= gte && Number(value) < lt)
    }
    throw parsingError(`unknown query [${type}]`)
  }

  return {
    name,
    fieldKind: (field) => mapped.get(field),
    fieldType: (field) => mapped.get(field),
    dateFormat: () => undefined,
    values,
    matching: (query) => every.filter((doc) => matches(query, doc)),
    score: () => 1,
    topHits(docs, { size = 3, sort }) {
      const hits = Array.from(docs, (doc) => ({
        _index: name,
        _id: String(documents[doc]?.id),
        _score: 1,
        _source: documents[doc],
      }))
      if (sort === undefined)
        return { hits: hits.slice(0, Number(size)), maxScore: docs.length === 0 ? null : 1 }
      const [[field, order]] = Object.entries((sort as Record<string, string>[])[0]!) as [
        [string, string],
      ]
      const sorted = hits.map((hit, i) => ({
        ...hit,
        _score: null,
        sort: [values(field, docs[i]!)[0] ?? null],
      }))
      sorted.sort(
        ({ sort: [a] }, { sort: [b] }) => (order === 'desc' ? -1 : 1) * (Number(a) - Number(b)),
      )
      return { hits: sorted.slice(0, Number(size)), maxScore: null }
    },
  }
}

export function everyDoc(view: IndexView): Docs {
  return view.matching({ match_all: {} })
}

function docValue(kind: FieldKind, raw: unknown): Value {
  if (kind === 'geo_point') return raw as GeoPoint
  if (kind === 'date') return new Date(String(raw)).getTime()
  return kind === 'keyword' ? String(raw) : (raw as number | boolean)
}
