import { EventEmitter } from 'node:events'
import { log } from '../../../../../kit/log/log.js'
import { type Channel, Ipc } from '../../../../../kit/process/ipc.js'
import { SharedLimits } from '../../../../../kit/rate-limit/shared/shared-limits.js'
import {
  answerLimits,
  SharedLimitsLink,
} from '../../../../../kit/rate-limit/shared/shared-limits-link.js'
import { holdsContract } from '../../../../support/holds-contract.js'

afterEach(() => jest.restoreAllMocks())

/** A primary that answers each request with this fault. */
class FaultyPrimary extends EventEmitter {
  connected = true

  send({ id }: { id: number }) {
    setImmediate(() => this.emit('message', { type: 'answer', id, fault: 'broken' }))
  }
}

/** One that goes without an answer. */
class LeavingPrimary extends FaultyPrimary {
  override send() {
    this.connected = false
    setImmediate(() => this.emit('disconnect'))
  }
}

test.each([
  ['a fault of the primary is logged once', new FaultyPrimary(), 1],
  ['a primary that is gone is not', new LeavingPrimary(), 0],
])('%s, and the worker counts alone', async (_, primary, lines) => {
  const error = jest.spyOn(log, 'error').mockImplementation(() => undefined)
  const link = new SharedLimitsLink(new Ipc(primary as unknown as Channel))
  const windows = link.windows({ name: 'a', length: 60, maxKeys: 10 })
  const taken = []
  for (let i = 0; i < 3; i++) taken.push((await windows.take('a', 1, 2)).isTaken)
  expect(taken).toEqual([true, true, false])
  const held = ['x', 'y'].map((holder) => link.hold({ key: 'a', limit: 1, holder }, 1000))
  expect(await Promise.all(held)).toEqual([true, false])
  expect(error).toHaveBeenCalledTimes(lines)
})

/** One end of a connection: what it sends arrives at the other. */
class End extends EventEmitter {
  connected = true
  other: End | undefined

  send(message: unknown) {
    setImmediate(() => this.other!.emit('message', message))
  }
}

/** A worker of a primary with these limits. */
function workerOf(limits: SharedLimits): SharedLimitsLink {
  const [here, there] = [new End(), new End()]
  here.other = there
  there.other = here
  answerLimits(new Ipc(there as unknown as Channel), limits)
  return new SharedLimitsLink(new Ipc(here as unknown as Channel))
}

describe('places that two workers share', () => {
  const limits = new SharedLimits(2)
  const workers = [workerOf(limits), workerOf(limits)]
  let turn = 0
  holdsContract((place, forMs) => workers[++turn % 2]!.hold(place, forMs))
})
