import type { CountedCaller } from './counter.js'

/** A search as operators see it: whose it is and what it costs, never its text. */
export interface SearchFacts {
  /** The id of the request, by which the log has it. */
  id: string
  pipeline: string
  /** The owner of the credential; null for a visitor. */
  owner: string | null
  /** The public prefix of the API key; null for other credentials. */
  prefix: string | null
  cost: number
}

interface SeenSearch extends SearchFacts {
  startedAt: string
  /** Until now, or until its end, in milliseconds. */
  ms: number
}

interface RunningSearch extends SeenSearch {
  /** Whether it waits for its turn. */
  isWaiting: boolean
}

/** The searches of a process, or of several: the most expensive first. */
export interface SearchesReport {
  running: RunningSearch[]
  /** Number of all that run or wait. */
  underWay: number
  /** Those that ended within the last quarter of an hour, and reached the engine. */
  lately: SeenSearch[]
}

/** The parts of a request that are told of its search. */
interface SearchContext {
  requestId: string
  pipeline?: string | undefined
  caller: CountedCaller
  search: { cost: { total: number } }
}

/** A search that has begun. */
interface StartedSearch {
  facts: SearchFacts
  at: number
  isWaiting: boolean
  cancel: () => void
}

/** How an observed search goes on. */
interface SearchObserver {
  /** It is sent to the engine. */
  sent(): void
  ended(): void
}

/** Searches listed. */
const maxListed = 20

const recentMs = 15 * 60_000

/** The searches under way, so that an operator can see and cancel them, and those of lately. */
export class Searches {
  readonly #running = new Set<StartedSearch>()
  /** The most expensive first. */
  #lately: SeenSearch[] = []

  /** @param cancel Ends it. */
  begin(context: SearchContext, cancel: () => void): SearchObserver {
    const search = { facts: toFacts(context), at: Date.now(), isWaiting: true, cancel }
    this.#running.add(search)
    return {
      sent: () => {
        search.isWaiting = false
      },
      ended: () => {
        if (this.#running.delete(search) && !search.isWaiting) this.#note(search)
      },
    }
  }

  /** @returns what was cancelled; undefined when none of this id runs. */
  cancel(id: string): SearchFacts | undefined {
    const found = [...this.#running].filter(({ facts }) => facts.id === id)
    for (const { cancel } of found) cancel()
    return found[0]?.facts
  }

  report(now = Date.now()): SearchesReport {
    const running = [...this.#running].map((one) => ({
      ...toSeen(one, now),
      isWaiting: one.isWaiting,
    }))
    const lately = this.#lately.filter((one) => isRecent(one, now))
    return mergeSearches([{ running, underWay: running.length, lately }])
  }

  #note(search: StartedSearch): void {
    const now = Date.now()
    const last = this.#lately[maxListed - 1]
    if (last && search.facts.cost <= last.cost && isRecent(last, now)) return
    const kept = this.#lately.filter((one) => isRecent(one, now))
    this.#lately = pickTop([...kept, toSeen(search, now)])
  }
}

/** The reports of several processes as one. */
export function mergeSearches(reports: readonly SearchesReport[]): SearchesReport {
  return {
    running: pickTop(reports.flatMap(({ running }) => running)),
    underWay: reports.reduce((sum, { underWay }) => sum + underWay, 0),
    lately: pickTop(reports.flatMap(({ lately }) => lately)),
  }
}

/** Those in the engine before those that wait, then by cost. */
function pickTop<Search extends SeenSearch & { isWaiting?: boolean }>(
  searches: readonly Search[],
): Search[] {
  const rank = ({ isWaiting = false }: Search) => Number(isWaiting)
  return [...searches]
    .sort((one, other) => rank(one) - rank(other) || other.cost - one.cost || other.ms - one.ms)
    .slice(0, maxListed)
}

function toFacts({ requestId, pipeline = 'none', caller, search }: SearchContext): SearchFacts {
  return {
    id: requestId,
    pipeline,
    owner: caller.kind === 'none' ? null : caller.ownerId,
    prefix: caller.keyPrefix ?? null,
    cost: search.cost.total,
  }
}

function toSeen({ facts, at }: StartedSearch, now: number): SeenSearch {
  return { ...facts, startedAt: new Date(at).toISOString(), ms: now - at }
}

const isRecent = ({ startedAt, ms }: SeenSearch, now: number) =>
  now - Date.parse(startedAt) - ms < recentMs

/** Those of this process. */
export const searches = new Searches()
