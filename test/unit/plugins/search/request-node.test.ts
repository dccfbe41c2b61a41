import type { Dispatcher } from 'undici'
import { BufferedResponses, largeBytes } from '../../../../plugins/kit/buffered-response.js'
import { Cancellation } from '../../../../plugins/kit/cancellation.js'
import { Mutex } from '../../../../plugins/kit/mutex.js'
import { requestNode } from '../../../../plugins/search/request-node.js'

const nextTurn = () => new Promise((done) => setImmediate(done))

/** A question whose answer is given by hand. */
function question(answers: BufferedResponses) {
  const cancel = new Cancellation()
  const controller = { pause: jest.fn(), resume: jest.fn(), abort: jest.fn() }
  let handler: Dispatcher.DispatchHandler | undefined
  const dispatch = (_: unknown, given: Dispatcher.DispatchHandler) => {
    handler = given
  }
  const answer = requestNode({ dispatch } as never, {} as never, { answers, cancel })
  answer.catch(() => undefined)
  handler!.onRequestStart!(controller as never, {})
  handler!.onResponseStart!(controller as never, 200, {})
  const give = (bytes: number) => handler!.onResponseData!(controller as never, Buffer.alloc(bytes))
  const end = () => handler!.onResponseEnd!(controller as never, {})
  return { cancel, controller, answer, give, end }
}

test('a large answer is read on when it has its turn', async () => {
  const answers = new BufferedResponses(2 * largeBytes)
  const [first, second] = [question(answers), question(answers)]
  for (const one of [first, second]) one.give(largeBytes + 1)
  await nextTurn()
  expect(first.controller.resume).toHaveBeenCalledTimes(1)
  expect(second.controller.resume).not.toHaveBeenCalled()
  first.end()
  ;(await first.answer).end()
  await nextTurn()
  expect(second.controller.resume).toHaveBeenCalledTimes(1)
})

test('a large answer that fails in the moment in which its turn comes is not read on: what was read of it is given back', async () => {
  const answers = new BufferedResponses(2 * largeBytes)
  const [first, second, third] = [question(answers), question(answers), question(answers)]
  for (const one of [first, second, third]) one.give(largeBytes + 1)
  await nextTurn()
  const release = Mutex.prototype.release
  jest.spyOn(Mutex.prototype, 'release').mockImplementationOnce(function (this: Mutex) {
    release.call(this)
    // before what waits for the promise of the turn learns of it
    process.nextTick(() => second.cancel.abort())
  })
  first.end()
  ;(await first.answer).end()
  await nextTurn()
  await nextTurn()
  await expect(second.answer).rejects.toThrow('it was cancelled')
  expect(second.controller.resume).not.toHaveBeenCalled()
  expect(third.controller.resume).toHaveBeenCalledTimes(1)
})
