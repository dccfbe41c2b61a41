import { SigningKeys } from '../../../auth-service/sessions/signing-keys.js'
import { Tokens } from '../../../auth-service/sessions/tokens.js'
import { StoreError } from '../../../auth-service/store/errors.js'
import { openLowdbStore } from '../../../auth-service/store/lowdb/lowdb.js'
import type { Store } from '../../../auth-service/store/store.js'
import { temporaryFolder } from '../../support/auth-service.js'
import { until } from '../../support/until.js'

const start = Date.parse('2030-01-01T00:00:00.000Z')
const lives = { accessSeconds: 60, refreshIdleSeconds: 60, refreshAbsoluteSeconds: 60 }
const policy = { issuer: 'us', audience: 'them', ...lives }
const claims = { sub: '1', sid: 's', jti: 'j', typ: 'access', role: 'user', scopes: [] } as const

/**
 * A store that several processes share, whose readings of the signing keys the test can hold back.
 */
class HeldStore {
  readonly store: Store
  readings = 0
  #held: Promise<void> | undefined

  constructor(inner: Store) {
    const list = async (...asked: Parameters<Store['list']>) => {
      this.readings++
      const held = this.#held
      const found = await inner.list(...asked) // what was there when it was asked
      await held
      return found
    }
    this.store = new Proxy(inner, {
      get: (target, name) => {
        if (name === 'isShared') return true
        if (name === 'list') return list
        const value = target[name as keyof Store] as unknown
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  /** Readings that begin from now on answer when the function is called. */
  hold(): () => void {
    let release = () => {}
    this.#held = new Promise((resolve) => {
      release = resolve
    })
    return () => {
      this.#held = undefined
      release()
    }
  }

  /** Readings that begin from now on are not held. */
  goOn(): void {
    this.#held = undefined
  }
}

let held: HeldStore
let inner: Store
let time: number
/** Two processes whose clocks differ by this many milliseconds. */
const processes = async (offsets = [0, 0]) => {
  const rings = offsets.map((offset) => new SigningKeys(held.store, 60_000, () => time + offset))
  for (const ring of rings) await ring.open()
  return rings as [SigningKeys, SigningKeys]
}
beforeEach(async () => {
  inner = await openLowdbStore(temporaryFolder())
  held = new HeldStore(inner)
  time = start
})
afterEach(() => {
  jest.restoreAllMocks()
  return inner.close()
})

/** Each look at the clock is so much later that a shared store may be read again. */
function hurry(): void {
  let clock = 0
  jest.spyOn(performance, 'now').mockImplementation(() => (clock += 1000))
}

describe('a key that is not known', () => {
  test('is looked for by a reading that begins after the request', async () => {
    hurry()
    const [one, other] = await processes()
    await one.find('k4.pid.made-up') // a miss a moment ago
    const release = held.hold()
    const early = one.find('k4.pid.made-up too')
    await until(() => held.readings >= 4)
    held.goOn()
    const { kid } = await other.rotate()
    const found = one.find(kid) // while a reading from before the key is under way
    release()
    expect((await found)?.kid).toBe(kid)
    expect(await early).toBeUndefined()
  })

  test('costs one reading a second, however many ask for how many', async () => {
    const [one] = await processes()
    const before = held.readings
    const asked = Array.from({ length: 1000 }, (_, i) => one.find(`k4.pid.made-up-${i}`))
    await Promise.all(asked)
    expect(held.readings - before).toBe(1)
  })

  test('cannot be signed with: a failure of the store, which may be over soon', async () => {
    hurry()
    const [one] = await processes()
    const tokens = new Tokens(one, policy, () => time)
    await expect(
      tokens.sign(claims, { from: time, until: time + 1 }, 'k4.pid.gone'),
    ).rejects.toThrow(StoreError)
  })
})

describe('readings that overtake each other', () => {
  test('a key that was withdrawn stays so, though an older reading still has it', async () => {
    const [one, other] = await processes()
    const old = one.current.kid
    await other.rotate()
    const release = held.hold()
    const late = one.reload()
    held.goOn()
    await one.withdraw(old)
    release()
    await late
    expect(await one.find(old)).toBeUndefined()
  })

  test('a retired key does not sign again', async () => {
    const [one] = await processes()
    const release = held.hold()
    const late = one.reload()
    held.goOn()
    const { kid } = await one.rotate()
    release()
    await late
    time += 10_000
    expect(one.current.kid).toBe(kid)
  })
})

describe('a rotation', () => {
  test.each([0, 5000, -5000])(
    'publishes first and signs 10 s later, beside a clock %i ms off',
    async (offset) => {
      const [one, other] = await processes([0, offset])
      const before = one.current.kid
      const { kid } = await one.rotate()
      const states = () => one.all().map((key) => [key.kid, one.getState(key)])
      expect(states()).toEqual([
        [kid, 'next'],
        [before, 'signing'],
      ])
      for (const ring of [one, other]) await ring.reload()
      expect([one.current.kid, other.current.kid]).toEqual([before, before])
      time += 9999
      expect(one.current.kid).toBe(before)
      time += 1
      expect(states()).toEqual([
        [kid, 'signing'],
        [before, 'verifying'],
      ])
      time += 5000
      expect(other.current.kid).toBe(kid)
    },
  )

  test('retires the keys of other processes too, whatever their clocks say', async () => {
    const [ahead, behind] = await processes([5000, 0])
    await ahead.rotate()
    const { kid } = await behind.rotate()
    time += 20_000
    for (const ring of [ahead, behind]) await ring.reload()
    expect([ahead.current.kid, behind.current.kid]).toEqual([kid, kid])
  })

  test('at two processes at once leaves one key that signs at both', async () => {
    const [one, other] = await processes()
    await Promise.all([one.rotate(), other.rotate()])
    for (const ring of [one, other]) await ring.reload()
    expect(one.current.kid).toBe(other.current.kid)
    time += 10_000
    expect(one.current.kid).toBe(other.current.kid)
    expect(one.current.kid).toBe(one.all()[0]!.kid)
  })

  test('after a key that leaked was withdrawn the next one signs at once', async () => {
    const [one] = await processes()
    const leaked = one.current.kid
    await expect(one.withdraw(leaked)).rejects.toThrow('rotate first')
    const { kid } = await one.rotate()
    await one.withdraw(leaked)
    expect([one.current.kid, one.all().map((key) => key.kid)]).toEqual([kid, [kid]])
  })

  test('under a clock that is a year ahead does not keep later keys from signing', async () => {
    const [one] = await processes()
    const year = 365 * 86_400_000
    time += year
    await one.rotate()
    time -= year
    const { kid } = await one.rotate()
    time += 10_000
    expect(one.current.kid).toBe(kid)
  })
})
