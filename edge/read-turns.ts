import { type CancelSignal, FairQueue, patienceMs, perTurn } from './fair-queue.js'

/**
 * Lets a few packets be parsed in each turn of the event loop, the addresses in turn: the requests
 * of two thousand connections of one client arrive in one turn, and would all be parsed before the
 * next request of another client. When too many wait, or one waits too long, it is parsed at once.
 */
export class ReadTurns {
  readonly #queue = new FairQueue({ slots: perTurn, patienceMs })

  /**
   * @param begin Called in the packet's turn, unless that is now.
   * @returns whether it is.
   */
  take(address: string, cancel: CancelSignal, begin: () => void): boolean {
    try {
      const entered = this.#queue.enter(address, 1, cancel)
      if (typeof entered === 'function') {
        setImmediate(entered)
        return true
      }
      const inTurn = (release: () => void) => {
        setImmediate(release)
        begin()
      }
      entered.then(inTurn, begin)
      return false
    } catch {
      return true
    }
  }
}
