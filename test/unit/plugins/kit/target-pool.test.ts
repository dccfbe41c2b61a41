import { TargetPool } from '../../../../plugins/kit/target-pool.js'

const [one, other] = [{ name: 'one' }, { name: 'other' }]

/** A rotation whose probes wait for `answer`. */
function rotation() {
  const probed: string[] = []
  let answer = (_: boolean) => {}
  const targets = new TargetPool([one, other], {
    kind: 'target',
    nameOf: ({ name }) => name,
    probe({ name }) {
      probed.push(name)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  const turns = () => new Set(Array.from({ length: 4 }, () => targets.next()))
  const said = async (lives: boolean) => {
    answer(lives)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { targets, probed, turns, said }
}

test.each([
  ['lives after all', true, [one, other]],
  ['does not say that it lives', false, [other]],
])(
  'a target that was too slow has no turn until it is asked; it %s',
  async (_, lives, expected) => {
    const { targets, probed, turns, said } = rotation()
    targets.markOverdue(one, performance.now())
    targets.markOverdue(one, performance.now()) // a second slow request does not ask again
    expect([turns(), probed]).toEqual([new Set([other]), ['one']])
    await said(lives)
    expect(turns()).toEqual(new Set(expected))
  },
)

test('a target that may be unavailable stays until it is asked, once', async () => {
  const { targets, probed, turns, said } = rotation()
  targets.suspect(one)
  targets.suspect(one)
  await said(true)
  expect([turns(), probed]).toEqual([new Set([one, other]), ['one']])
  targets.markUnavailable(one)
  targets.suspect(one)
  expect([turns(), probed]).toEqual([new Set([other]), ['one']])
})

test('a target that has answered since is not even asked', () => {
  const { targets, probed, turns } = rotation()
  const startedAt = performance.now()
  targets.markAvailable(one)
  targets.markOverdue(one, startedAt)
  expect([turns(), probed]).toEqual([new Set([one, other]), []])
})
