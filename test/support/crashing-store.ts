import type { Store } from '../../auth-service/store/store.js'

/** Whether the write at which the process dies is made. */
export type Crash = 'before' | 'after'

const writes = new Set(['create', 'createAll', 'change', 'changeAll', 'remove'])

/**
 * A store whose process dies at one of its writes, the first being 1: from then on no call does
 * anything.
 */
export function crashing(store: Store, at: number, crash: Crash) {
  let count = 0
  const dying = { isDead: false, store: new Proxy(store, { get }) }

  function get(target: Store, name: string): unknown {
    const member: unknown = Reflect.get(target, name)
    if (typeof member !== 'function') return member
    return async (...args: unknown[]) => {
      if (dying.isDead) throw new Error('the process is dead')
      if (writes.has(name)) count++
      dying.isDead = writes.has(name) && count === at
      if (!dying.isDead || crash === 'after') {
        const result: unknown = await member.apply(target, args)
        if (!dying.isDead) return result
      }
      throw new Error('the process dies')
    }
  }
  return dying
}
