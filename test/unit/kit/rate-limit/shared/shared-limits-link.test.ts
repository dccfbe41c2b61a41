import { EventEmitter } from 'node:events'
import { log } from '../../../../../kit/log/log.js'
import { type Channel, Ipc } from '../../../../../kit/process/ipc.js'
import { SharedLimitsLink } from '../../../../../kit/rate-limit/shared/shared-limits-link.js'

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
  expect(error).toHaveBeenCalledTimes(lines)
})
