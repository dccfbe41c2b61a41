import { Cancellation } from '../../plugins/kit/cancellation.js'
import { SearchQueue } from '../../plugins/kit/engine/search-queue.js'
import { pass, turns } from './clock.js'

/** Who searches, and how often. */
export interface Client {
  owner: string
  /** How long a search takes where a processor is free, in milliseconds. */
  ms: number
  /** A search so often, in milliseconds, whatever becomes of those before. */
  everyMs?: number
  /** Or so many that are always on their way: the next when one is answered, or was refused. */
  atOnce?: number
  /** When it begins. */
  from?: number
}

/** What became of the searches of a client. */
export interface Outcome {
  refused: number
  /** Of answered ones, in milliseconds. */
  latenciesMs: number[]
}

/** How exact times are, in milliseconds. */
const stepMs = 5

/** Retry-After is no less. */
const retryMs = 1000

/**
 * Simulates clients before an engine of two processors, which searches in flight share, with stopped
 * clocks. @returns what became of each client.
 */
export async function simulate(clients: readonly Client[], seconds = 60): Promise<Outcome[]> {
  const queue = new SearchQueue({ slots: 3, patienceMs: 8000, hasAnswered: () => true })
  const inFlight = new Set<{ leftMs: number; end: () => void }>()
  let now = 0
  /** @returns when it has come to its end. */
  const send = async ({ owner, ms }: Client, { latenciesMs }: Outcome) => {
    const sentAt = now
    const release = await queue.enter(owner, new Cancellation())
    await new Promise<void>((end) => inFlight.add({ leftMs: ms, end }))
    release()
    latenciesMs.push(now - sentAt)
    return now
  }
  const outcomes = clients.map((): Outcome => ({ refused: 0, latenciesMs: [] }))
  const senders = clients.flatMap((client, i) =>
    Array.from({ length: client.atOnce ?? 1 }, () => {
      return { client, outcome: outcomes[i]!, at: client.from ?? 0 }
    }),
  )
  for (; now < seconds * 1000; now += stepMs) {
    for (const sender of senders.filter(({ at }) => at <= now)) {
      const { client, outcome } = sender
      sender.at = client.everyMs ? now + client.everyMs : Infinity
      const sent = send(client, outcome).catch(() => {
        outcome.refused++
        return now + retryMs
      })
      if (!client.everyMs) void sent.then((at) => (sender.at = at))
    }
    const speed = Math.min(1, 2 / inFlight.size)
    for (const search of inFlight) {
      search.leftMs -= stepMs * speed
      if (search.leftMs > 1e-6) continue
      inFlight.delete(search)
      search.end()
    }
    pass(stepMs)
    await turns(1)
  }
  return outcomes
}
