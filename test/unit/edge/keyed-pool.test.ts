import { KeyedPool } from '../../../edge/keyed-pool.js'

const make = () =>
  new KeyedPool(
    () => ({ isIdle: false }),
    ({ isIdle }) => isIdle,
  )

test('of names that each come once and become idle few are kept', () => {
  const all = make()
  const names = Array.from({ length: 10_000 }, (_, i) => `name ${i}`)
  for (const name of names) {
    all.of(name).isIdle = true
    all.noteIdle()
  }
  expect(names.filter((name) => all.find(name)).length).toBeLessThanOrEqual(64)
})

test('what is not idle is kept, however many others become idle', () => {
  const all = make()
  const busy = Array.from({ length: 100 }, (_, i) => all.of(`busy ${i}`))
  for (let i = 0; i < 10_000; i++) {
    all.of(`name ${i}`).isIdle = true
    all.noteIdle()
  }
  for (const [i, one] of busy.entries()) expect(all.find(`busy ${i}`)).toBe(one)
})
