import { doAll, soon } from '../../../kit/soon.js'

let done: string[]
beforeEach(() => {
  jest.useFakeTimers()
  done = []
})
afterEach(() => void jest.useRealTimers())

test('tasks are done in their order, within 50 ms', () => {
  for (const name of ['a', 'b']) soon(() => void done.push(name))
  expect(done).toEqual([])
  jest.advanceTimersByTime(50)
  expect(done).toEqual(['a', 'b'])
})

test('a task that a task brings along is done the next time', () => {
  soon(() => soon(() => void done.push('later')))
  doAll()
  expect(done).toEqual([])
  doAll()
  expect(done).toEqual(['later'])
})
