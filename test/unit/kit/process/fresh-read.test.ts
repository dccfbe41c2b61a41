import { FreshRead } from '../../../../kit/process/fresh-read.js'
import { until } from '../../../support/until.js'

/** A look that the test ends, and what was there when each of them began. */
function watched(everyMs: number) {
  const seen: string[] = []
  const ends: (() => void)[] = []
  const world = { state: 'before' }
  const look = new FreshRead(() => {
    seen.push(world.state)
    return new Promise((resolve) => ends.push(resolve))
  }, everyMs)
  const end = async () => {
    await until(() => ends.length > 0)
    ends.shift()?.()
  }
  return { look, seen, world, end }
}

test('who asks while a look is under way gets the next one', async () => {
  const { look, seen, world, end } = watched(0)
  const first = look.next()
  await until(() => seen.length > 0)
  world.state = 'after'
  const second = look.next()
  await end()
  await first
  await end()
  await second
  expect(seen).toEqual(['before', 'after'])
})

test('a thousand who ask before the next may begin share it', async () => {
  const { look, seen, end } = watched(500)
  const first = look.now()
  await end()
  await first
  const asked = Array.from({ length: 1000 }, () => look.next())
  await end()
  await Promise.all(asked)
  expect(seen).toHaveLength(2)
})

test('a look that fails fails for those who waited for it, and the next is made', async () => {
  let looks = 0
  const look = new FreshRead(async () => {
    if (++looks === 1) throw new Error('away')
  }, 0)
  const asked = await Promise.allSettled([look.next(), look.next()])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await look.next()
  expect(looks).toBe(2)
})
