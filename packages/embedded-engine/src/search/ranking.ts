import { illegalArgument } from '../errors.js'
import type { Matches } from '../lucene/query.js'
import type { SearchRequest } from './request.js'
import type { Searched } from './searched.js'
import { compareKeys, type Key, type KeyReader, keyReader } from './sort-keys.js'
import { firstOf } from './top.js'

/** A document among the hits of all shards. */
export interface Ranked {
  search: Searched
  doc: number
  score: number
  /** What it was sorted by, as the hit shows it; absent when sorted by score. */
  sort?: unknown[]
  /** The value that a collapsed search chose it for. */
  collapsed?: unknown
}

/** The matches of one shard. */
export interface Target {
  search: Searched
  matches: Matches
}

/** All matches of all shards, by number: shard after shard, document after document. */
interface Candidates {
  count: number
  target: Int32Array
  doc: Int32Array
  score: Float32Array
  /** For each criterion the keys of all. */
  keys: Key[][]
}

/**
 * The first `from + size` documents of all shards, best first; equal ones by shard, then by
 * document.
 */
export function rank(targets: readonly Target[], request: SearchRequest): Ranked[] {
  const { sort, from, size, searchAfter, collapse } = request
  if (searchAfter !== undefined) checkSearchAfter(searchAfter, sort?.length)
  const readers = targets.map(
    ({ search }) => sort?.map((criterion) => keyReader(criterion, search.shard)) ?? [],
  )
  if (size === 0 || targets.length === 0) return []
  const all = candidatesOf(targets, readers)
  const isBefore = order(all, readers[0]!, sort === undefined)
  let chosen = searchAfter === undefined ? undefined : after(all, searchAfter, readers[0]!)
  if (collapse !== undefined) chosen = bestOfEach(all, chosen, targets, collapse, isBefore)
  const at = (place: number) => (chosen === undefined ? place : chosen[place]!)
  const places = firstOf(chosen?.length ?? all.count, from + size, (a, b) => isBefore(at(a), at(b)))
  return places.map((place) => {
    const i = at(place)
    const { search } = targets[all.target[i]!]!
    const doc = all.doc[i]!
    return {
      search,
      doc,
      score: all.score[i]!,
      ...(sort === undefined
        ? {}
        : { sort: readers[all.target[i]!]!.map((reader, by) => reader.show(all.keys[by]![i]!)) }),
      ...(collapse === undefined ? {} : { collapsed: groupOf(search, collapse, doc) }),
    }
  })
}

function checkSearchAfter(values: readonly unknown[], criteria: number | undefined): void {
  if (criteria === undefined) throw illegalArgument('Sort must contain at least one field.')
  if (values.length !== criteria)
    throw illegalArgument(`search_after has ${values.length} value(s) but sort has ${criteria}.`)
}

function candidatesOf(targets: readonly Target[], readers: readonly KeyReader[][]): Candidates {
  const count = targets.reduce((sum, { matches }) => sum + matches.docs.length, 0)
  const all: Candidates = {
    count,
    target: new Int32Array(count),
    doc: new Int32Array(count),
    score: new Float32Array(count),
    keys: readers[0]!.map(() => []),
  }
  let start = 0
  for (const [target, { matches }] of targets.entries()) {
    const { docs, scores } = matches
    all.target.fill(target, start, start + docs.length)
    all.doc.set(docs, start)
    all.score.set(scores, start)
    for (const [by, reader] of readers[target]!.entries()) {
      const keys = all.keys[by]!
      for (let i = 0; i < docs.length; i++) keys.push(reader.key(docs[i]!, scores[i]!))
    }
    start += docs.length
  }
  return all
}

/** Candidates are ordered by shard, so the lower number decides between equal ones. */
function order(
  { score, keys }: Candidates,
  readers: readonly KeyReader[],
  byScore: boolean,
): (a: number, b: number) => boolean {
  if (byScore) return (a, b) => (score[b]! - score[a]! || a - b) < 0
  return (a, b) => {
    for (let by = 0; by < readers.length; by++) {
      const compared = compareKeys(keys[by]![a]!, keys[by]![b]!, readers[by]!)
      if (compared !== 0) return compared < 0
    }
    return a < b
  }
}

/** The candidates behind a place in the order, which `search_after` gives by its sort values. */
function after(
  { count, keys }: Candidates,
  values: readonly unknown[],
  readers: readonly KeyReader[],
): number[] {
  const bound = readers.map((reader, by) => reader.read(values[by]))
  const isAfter = (i: number): boolean => {
    for (const [by, reader] of readers.entries()) {
      const compared = compareKeys(keys[by]![i]!, bound[by]!, reader)
      if (compared !== 0) return compared > 0
    }
    return false
  }
  return Array.from({ length: count }, (_, i) => i).filter(isAfter)
}

/**
 * The best candidate for each value of a field; those without one are a group of their own. @throws
 * EngineError
 */
function bestOfEach(
  all: Candidates,
  chosen: readonly number[] | undefined,
  targets: readonly Target[],
  field: string,
  isBefore: (a: number, b: number) => boolean,
): number[] {
  for (const { search } of targets) {
    const kind = search.fieldKind(field)
    if (kind === undefined)
      throw illegalArgument(`no mapping found for \`${field}\` in order to collapse on`)
    if (kind !== 'keyword' && kind !== 'long' && kind !== 'double') {
      throw illegalArgument(
        `collapse is not supported for the field [${field}] of the type ` +
          `[${search.fieldType(field)}]`,
      )
    }
  }
  const best = new Map<unknown, number>()
  for (let place = 0; place < (chosen?.length ?? all.count); place++) {
    const i = chosen === undefined ? place : chosen[place]!
    const group = groupOf(targets[all.target[i]!]!.search, field, all.doc[i]!)
    const known = best.get(group)
    if (known === undefined || isBefore(i, known)) best.set(group, i)
  }
  return [...best.values()]
}

function groupOf(search: Searched, field: string, doc: number): unknown {
  const values = search.values(field, doc)
  if (values.length > 1)
    throw illegalArgument(`failed to extract doc:${doc}, the grouping field must be single valued`)
  return values[0] ?? null
}
