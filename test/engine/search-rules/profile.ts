import { makeValidator } from '../../../packages/query-guard/src/index.js'
import type { SearchRequest } from '../../../plugins/kit/context.js'
import { toRefusal } from '../../../plugins/kit/engine/refusal.js'
import { rulesFor } from '../../../plugins/kit/rules/by-plan.js'
import type { SearchRulesParams } from '../../../plugins/kit/rules/params.js'
import type { EngineClient } from '../differential/engines.js'

/** A word of the filter alone: nothing that callers see may contain it. */
export const marker = 'zzqhidden'

const indexPrefixes = ['organization-profile']

/** What was seen of one search. */
interface Outcome {
  kind: 'refused' | 'failed' | 'compared'
  /** What a caller saw that must not be. */
  leaks: string[]
  /** How the answer differs from the one of an index of the visible documents alone. */
  differs: string[]
}

type Json = Record<string, unknown>
interface Found {
  hits: { total?: { value: number }; hits: Json[] }
  aggregations?: Json
}

/** All documents, and those that the filter of the plan lets through. */
interface ProfileIndices {
  all: string
  twin: string
  /** Ids of the visible documents. */
  visible: ReadonlySet<string>
}

/** Searches as callers of the plan do, and in an index of the visible documents alone. */
export class ProfileProof {
  readonly #validate
  readonly #engine: EngineClient
  readonly #indices: ProfileIndices

  constructor(engine: EngineClient, params: SearchRulesParams, indices: ProfileIndices) {
    this.#validate = makeValidator(rulesFor(params, 'partner'))
    this.#engine = engine
    this.#indices = indices
  }

  async outcomeOf(body: Json): Promise<Outcome> {
    const outcome: Outcome = { kind: 'compared', leaks: [], differs: [] }
    const judgement = this.#validate(JSON.stringify({ index: indexPrefixes[0], body }))
    if ('problems' in judgement) {
      if (JSON.stringify(judgement).includes(marker)) outcome.leaks.push('marker in a problem')
      return { ...outcome, kind: 'refused' }
    }
    const { search } = judgement
    const own = JSON.parse(search.ownBody!) as Json
    if (search.ownBody!.includes(marker)) outcome.leaks.push('marker in the own body')
    const { all, twin } = this.#indices
    const answer = await this.#engine.search(all, JSON.parse(search.body))
    if (answer.status !== 200) {
      if (wording(answer, search).includes(marker)) outcome.leaks.push('marker in a reason')
      const { status } = await this.#engine.search(all, own)
      if (status !== answer.status) outcome.leaks.push(`${answer.status}, without filter ${status}`)
      return { ...outcome, kind: 'failed' }
    }
    const found = answer.body as Found
    this.#inspect(found, outcome)
    const alone = await this.#engine.search(twin, own)
    if (alone.status === 200) compareWithTwin(found, alone.body as Found, outcome)
    else outcome.differs.push(`status of the twin ${alone.status}`)
    return outcome
  }

  /** Every document and text in an answer is of the visible part. */
  #inspect(answer: unknown, { leaks }: Outcome): void {
    if (JSON.stringify(answer).includes(marker)) leaks.push('marker in the answer')
    eachObject(answer, ({ _id, _index }) => {
      if (typeof _id === 'string' && typeof _index === 'string' && !this.#indices.visible.has(_id))
        leaks.push(`document ${_id}`)
    })
  }
}

/** The caller's error when the engine refuses a search. */
function wording(answer: { status: number; body: unknown }, search: SearchRequest): string {
  try {
    const { message, details } = toRefusal(answer.status, JSON.stringify(answer.body), search)
    return message + JSON.stringify(details)
  } catch (failure) {
    return (failure as Error).message
  }
}

function compareWithTwin(found: Found, twin: Found, { differs }: Outcome): void {
  if (found.hits.total?.value !== twin.hits.total?.value)
    differs.push(`total ${found.hits.total?.value} / ${twin.hits.total?.value}`)
  const [ours, theirs] = [found.aggregations, twin.aggregations].map((one) =>
    JSON.stringify(withoutScores(one) ?? null),
  )
  if (ours !== theirs) differs.push(`aggregations ${ours} / ${theirs}`)
  const [here, there] = [found.hits.hits, twin.hits.hits].map(
    (hits) => new Map(hits.map((hit) => [hit._id, JSON.stringify(withoutScores(hit))])),
  ) as [Map<unknown, string>, Map<unknown, string>]
  for (const [id, hit] of here)
    if (there.has(id) && there.get(id) !== hit) differs.push(`hit ${hit} / ${there.get(id)}`)
}

/**
 * Scores have weights of the whole index, and order hits: of those inside only the total counts.
 */
function withoutScores(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScores)
  if (typeof value !== 'object' || value === null) return value
  const { _score, max_score, _index, sort, ...rest } = value as Json
  if (typeof rest.hits === 'object' && !Array.isArray(rest.hits) && rest.hits !== null)
    return { total: (rest.hits as Json).total }
  return Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, withoutScores(one)]))
}

function eachObject(value: unknown, see: (object: Json) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Json)
  for (const one of Object.values(value)) eachObject(one, see)
}
