import { AcceptBurst } from '../../../edge/accept-burst.js'
import { pass, standClock, turns } from '../../support/clock.js'

standClock()

/** Takes up a connection in each of so many turns. */
async function takeUp(inrush: AcceptBurst, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    inrush.note()
    await turns(1)
  }
}

test('it is on while each turn takes up a connection, after the first few', async () => {
  const inrush = new AcceptBurst()
  await takeUp(inrush, 7)
  expect(inrush.isOn).toBe(false)
  await takeUp(inrush, 1)
  expect(inrush.isOn).toBe(true)
  await turns(1)
  expect(inrush.isOn).toBe(false)
  await takeUp(inrush, 7)
  expect(inrush.isOn).toBe(false)
})

test('several in one turn are one', async () => {
  const inrush = new AcceptBurst()
  for (let i = 0; i < 20; i++) inrush.note()
  await turns(1)
  expect(inrush.isOn).toBe(false)
})

test('it is over after a quarter of a second, until there was a pause', async () => {
  const inrush = new AcceptBurst()
  await takeUp(inrush, 20)
  expect(inrush.isOn).toBe(true)
  pass(250)
  expect(inrush.isOn).toBe(false)
  await turns(1)
  await takeUp(inrush, 8)
  expect(inrush.isOn).toBe(true)
})
