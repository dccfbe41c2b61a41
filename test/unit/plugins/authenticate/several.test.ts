import { parseApiKey } from '../../../../kit/credentials/api-key-format.js'
import { AuthDouble } from './auth-double.js'
import { ask, bearer, Door, good, inAnHour } from './door.js'

const door = new Door()
let other: AuthDouble
beforeEach(async () => {
  other = await new AuthDouble().start()
})
afterEach(() => other.stop())

/** A key that both auth services know, as they share a store. */
function sharedKey(): string {
  const key = door.newKey()
  other.verdicts.set(parseApiKey(key)!.hash, { ...good, expiresAt: inAnHour(), asOf: Date.now() })
  return key
}

const of = (...doubles: AuthDouble[]) => ({
  authServiceUrl: doubles.map(({ url }) => url).join(', '),
})

describe('several auth services', () => {
  test('all requests go to one while it answers', async () => {
    const url = await door.open(of(door.auth, other))
    for (let i = 0; i < 5; i++) expect((await ask(url, bearer(sharedKey()))).status).toBe(200)
    expect(door.auth.asked['/internal/api-keys/verify']).toBe(5)
    expect(other.asked).toEqual({})
  })

  test.each([['is gone', () => door.auth.stop()]])(
    'when that one %s, the next is asked, and no caller notices',
    async (_, end) => {
      const url = await door.open(of(door.auth, other))
      expect((await ask(url, bearer(sharedKey()))).status).toBe(200)
      await end()
      for (let i = 0; i < 5; i++) expect((await ask(url, bearer(sharedKey()))).status).toBe(200)
      expect(other.asked['/internal/api-keys/verify']).toBe(5)
    },
  )

  test('a revocation that the second one tells takes effect', async () => {
    const url = await door.open(of(door.auth, other))
    const key = sharedKey()
    expect((await ask(url, bearer(key))).status).toBe(200)
    await door.auth.stop()
    other.verdicts.set(parseApiKey(key)!.hash, { state: 'revoked', asOf: Date.now() + 1 })
    other.change('keys', good.id)
    const statuses: number[] = []
    while (statuses.at(-1) !== 401 && statuses.length < 200) {
      statuses.push((await ask(url, bearer(key))).status)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    expect(statuses.at(-1)).toBe(401)
  })

  test('one address of another kind is refused', () => {
    expect(() => door.step({ authServiceUrl: `${door.auth.url}, ftp://host` })).toThrow(
      'is not an http(s) URL',
    )
  })
})
