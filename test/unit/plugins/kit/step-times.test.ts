import { StepTimes } from '../../../../plugins/kit/step-times.js'

let now = 0
beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now))
afterEach(() => void jest.restoreAllMocks())

/** Each row: what begins, and how long it runs; the last one still does. */
test.each<[string, string, object]>([
  ['nothing', '', {}],
  ['two steps', 'a 5, b 2.5', { a: 5, b: 2.5 }],
  ['two steps of one name', 'a 1, b 1, a 2', { a: 3, b: 1 }],
  ['a step called as a property of every object', 'constructor 1', { constructor: 1 }],
])('%s', (_, written, told) => {
  const steps = written.split(', ').filter(Boolean)
  const times = new StepTimes()
  for (const step of steps) {
    const [name, ms] = step.split(' ')
    times.end()
    times.begin(name!)
    now += Number(ms)
  }
  times.end()
  now += 1
  expect(Object.fromEntries(times.names.map((name, i) => [name, times.numbers[i]]))).toEqual(told)
})
