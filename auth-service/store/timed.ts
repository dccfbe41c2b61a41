import { timer } from '../../kit/metrics/prometheus.js'
import { ConflictError } from './errors.js'
import type { Store } from './store.js'

const timed = timer({
  name: 'directory_auth_store_duration_seconds',
  help: 'Duration of calls to the store of the auth service, by call: read or write.',
  labels: ['call'],
})

const calls: Partial<Record<keyof Store, 'read' | 'write'>> = {
  ...{ get: 'read', list: 'read', all: 'read', count: 'read', listOver: 'read' },
  ...{ create: 'write', createAll: 'write', change: 'write', changeAll: 'write', remove: 'write' },
}

/** A taken id is an answer. */
const outcomeOfFailure = (error: unknown) =>
  error instanceof ConflictError ? 'answered' : 'unanswered'

/** The store, with the durations of its calls in the metrics. */
export function timeStore(store: Store): Store {
  return new Proxy(store, {
    get(_, name: keyof Store) {
      const member = store[name]
      if (typeof member !== 'function') return member
      const run = member.bind(store) as (...args: unknown[]) => Promise<unknown>
      const call = calls[name]
      if (!call) return run
      return (...args: unknown[]) => timed(() => run(...args), [call], undefined, outcomeOfFailure)
    },
  })
}
