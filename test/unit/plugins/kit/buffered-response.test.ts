import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type BufferedResponse,
  BufferedResponses,
  largeBytes,
} from '../../../../plugins/kit/buffered-response.js'
import { Cancellation } from '../../../../plugins/kit/cancellation.js'

const answers = new BufferedResponses(10 * largeBytes)
const large = () => Buffer.alloc(largeBytes + 1)

/** An answer that has come so far that it is large, and whether its turn has come. */
function arrive(cancel = new Cancellation(), mayBeLarge?: () => void) {
  const answer: BufferedResponse = answers.begin({}, cancel, mayBeLarge)
  const seen = { answer, turn: 'waits' }
  answer.take(large())!.then(
    () => {
      seen.turn = 'come'
    },
    ({ message }: Error) => {
      seen.turn = message
      answer.end()
    },
  )
  return seen
}

it('a large answer has its turn when the one before it is needed no longer', async () => {
  const [first, second] = [arrive(), arrive()]
  await nextTurn()
  expect([first.turn, second.turn]).toEqual(['come', 'waits'])
  first.answer.bytes()
  await nextTurn()
  expect(second.turn).toBe('waits')
  first.answer.end()
  await nextTurn()
  await nextTurn()
  expect(second.turn).toBe('come')
  second.answer.end()
})

it('the turn of an answer that has failed in the line goes to the next', async () => {
  const [first, failed, last] = [arrive(), arrive(), arrive()]
  failed.answer.end()
  first.answer.end()
  await nextTurn()
  await nextTurn()
  expect(last.turn).toBe('come')
  last.answer.end()
})

it('of those that wait and are refused, each is so in a turn of its own', async () => {
  const first = arrive()
  let isRefused = false
  const judge = () => {
    if (isRefused) throw new Error('refused')
  }
  const others = Array.from({ length: 3 }, () => arrive(new Cancellation(), judge))
  isRefused = true
  first.answer.end()
  const left = () => others.filter(({ turn }) => turn === 'waits').length
  const seen: number[] = []
  for (let i = 0; i < 5; i++) {
    await nextTurn()
    seen.push(left())
  }
  expect(seen).toEqual(expect.arrayContaining([2, 1, 0]))
})
