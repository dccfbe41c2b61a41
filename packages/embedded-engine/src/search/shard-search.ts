import type { Shard } from '../index/shard.js'
import type { Matches, Query } from '../lucene/query.js'
import { shortest } from '../mapping/floats.js'
import { parseQuery } from '../queries/index.js'
import type { Docs, FieldKind, Value } from '../types.js'
import { hitOf } from './hit.js'
import { type Ranked, rank } from './ranking.js'
import { parseSearch, type SearchRequest } from './request.js'
import type { Searched } from './searched.js'

/** A search on one shard: its matches, and what the aggregations ask about them. */
export class ShardSearch implements Searched {
  readonly shard: Shard
  readonly request: SearchRequest
  readonly query: Query
  readonly matches: Matches
  #scores: Map<number, number> | undefined

  /** @throws EngineError when a clause does not fit the fields of the shard */
  constructor(shard: Shard, request: SearchRequest) {
    this.shard = shard
    this.request = request
    this.query = request.query.clause(shard)
    const { minScore } = request
    const all = this.query.matches(1)
    this.matches = minScore === undefined ? all : keep(all, (_doc, score) => score >= minScore)
  }

  /** The matches that become hits: those of the post filter. */
  hits(): Matches {
    const { postFilter } = this.request
    if (postFilter === undefined) return this.matches
    const passing = new Set(postFilter.clause(this.shard).matches(1).docs)
    return keep(this.matches, (doc) => passing.has(doc))
  }

  get name(): string {
    return this.shard.name
  }

  fieldKind(field: string): FieldKind | undefined {
    return this.shard.field(field)?.mapping.kind
  }

  fieldType(field: string): string | undefined {
    return this.shard.mapping.fields.get(field)?.type
  }

  dateFormat(field: string): string | undefined {
    return this.shard.mapping.fields.get(field)?.format.pattern
  }

  values(field: string, doc: number): readonly Value[] {
    const found = this.shard.field(field)
    return found === undefined || found.mapping.kind === 'text' ? [] : found.column.all(doc)
  }

  matching(query: unknown): Docs {
    return parseQuery(query).clause(this.shard).matches(1).docs
  }

  score(doc: number): number {
    this.#scores ??= new Map(
      Array.from(this.matches.docs, (matched, i) => [matched, this.matches.scores[i]!]),
    )
    return this.#scores.get(doc) ?? Number.NaN
  }

  topHits(docs: Docs, body: Record<string, unknown>): { hits: unknown[]; maxScore: number | null } {
    const request = parseSearch({ size: 3, ...body })
    const inner: SearchRequest = { ...request, query: this.request.query }
    const scores = Float32Array.from(docs, (doc) => this.score(doc))
    const found: Ranked[] = rank([{ search: this, matches: { docs, scores } }], inner)
    const shown = found.slice(request.from).map((hit) => hitOf(hit, inner))
    const maxScore =
      request.sort === undefined || request.trackScores
        ? scores.reduce((best, score) => Math.max(best, score), 0)
        : null
    return { hits: shown, maxScore: maxScore === null ? null : shortest(maxScore) }
  }
}

function keep({ docs, scores }: Matches, holds: (doc: number, score: number) => boolean): Matches {
  const kept = docs.map((_doc, i) => i).filter((i) => holds(docs[i]!, scores[i]!))
  return {
    docs: Int32Array.from(kept, (i) => docs[i]!),
    scores: Float32Array.from(kept, (i) => scores[i]!),
  }
}
