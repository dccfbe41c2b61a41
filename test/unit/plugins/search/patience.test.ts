import { Cancellation } from '../../../../plugins/kit/cancellation.js'
import { FairQueue } from '../../../../plugins/search/fair-queue.js'
import { pass, standClock, turns } from '../../../support/clock.js'

standClock()

test('the patience of each ends by itself, and who begins meanwhile is not told', async () => {
  const queue = new FairQueue({ slots: 2, dearShare: 1, patienceMs: 40 })
  const leave = queue.enter('a', 0, new Cancellation()) as () => void
  const came: string[] = []
  const cancels = new Map<string, Cancellation>()
  const enter = (name: string) => {
    const cancel = new Cancellation()
    cancels.set(name, cancel)
    const told = (what: string) => () => void came.push(`${name} ${what}`)
    Promise.resolve(queue.enter(name, 0, cancel)).then(told('began'), told('gave up'))
  }
  for (const name of ['first', 'second', 'third', 'last']) {
    enter(name)
    pass(10)
  }
  await turns(3)
  expect(came).toEqual(['first gave up'])
  pass(11)
  await turns(3)
  expect(came).toEqual(['first gave up', 'second gave up'])
  leave()
  await turns(3)
  const heard = jest.fn()
  cancels.get('third')!.listen(heard)
  pass(1000)
  await turns(3)
  expect(came).toEqual(['first gave up', 'second gave up', 'third began', 'last gave up'])
  cancels.get('third')!.abort()
  expect(heard).toHaveBeenCalled()
  expect(queue.waiting).toBe(0)
})
