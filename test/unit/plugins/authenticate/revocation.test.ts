import { parseApiKey } from '../../../../kit/credentials/api-key-format.js'
import { passTime } from '../../../support/clock.js'
import { ask, bearer, Door, good, inAnHour, untilStatus } from './door.js'

const door = new Door()

describe('revocation', () => {
  it('ends a session, a user and a signing key within a second, for tokens that are remembered', async () => {
    const url = await door.open()
    const ends: ['sessions' | 'users' | 'signingKeys', string, string][] = [
      ['sessions', 's-9', await door.signer.token({ sid: 's-9' })],
      ['users', '42', await door.signer.token({ sub: '42' })],
      ['signingKeys', door.signer.kid, await door.signer.token()],
    ]
    for (const [of, id, token] of ends) {
      expect((await ask(url, bearer(token))).status).toBe(200)
      door.auth.change(of, id, 'ended', Date.now() + 1)
      if (of === 'signingKeys') door.auth.publicKeys.length = 0
      await untilStatus(401, url, bearer(token))
    }
  })

  it('lets the tokens pass that a user got after the change', async () => {
    const url = await door.open()
    door.auth.change('users', '7', 'changed', Date.now() - 1)
    const before = await door.signer.token({ iat: new Date(Date.now() - 15_000).toISOString() })
    await door.auth.untilHeard()
    expect((await ask(url, bearer(before))).status).toBe(401)
    expect((await ask(url, bearer(await door.signer.token()))).status).toBe(200)
  })

  it('asks anew about a key that changed, and refuses a revoked one within a second', async () => {
    const url = await door.open()
    const key = door.newKey()
    expect((await ask(url, bearer(key))).status).toBe(200)
    Object.assign(door.auth.verdicts.get(parseApiKey(key)!.hash)!, { scopes: [] })
    door.auth.change('keys', 'key-1', 'changed')
    await door.auth.untilHeard()
    expect((await ask(url, bearer(key))).caller?.scopes).toEqual([])
    door.judge(key, { ...good, state: 'revoked', expiresAt: inAnHour() })
    door.auth.change('keys', 'key-1')
    await untilStatus(401, url, bearer(key))
  })

  it('asks anew about the keys of a user that changed', async () => {
    const url = await door.open()
    const key = door.newKey({ ownerId: '77' })
    expect((await ask(url, bearer(key))).status).toBe(200)
    door.judge(key, { state: 'revoked' })
    door.auth.change('users', '77')
    await untilStatus(401, url, bearer(key))
  })

  it('does not use a verdict that was in flight while its key was revoked', async () => {
    const url = await door.open()
    const key = door.newKey()
    await ask(url, bearer(await door.signer.token()))
    door.auth.beforeVerdict = async () => {
      door.auth.beforeVerdict = undefined
      door.judge(key, { state: 'revoked' })
      door.auth.change('keys', 'key-1')
      await door.auth.untilHeard() // the gateway hears of it before the verdict arrives
    }
    expect(await ask(url, bearer(key))).toMatchObject({
      status: 401,
      code: 'AUTHENTICATION_REQUIRED',
    })
  })

  it('forgets every verdict when the auth service starts anew', async () => {
    const url = await door.open()
    const key = door.newKey()
    await ask(url, bearer(key))
    door.auth.verdicts.delete(parseApiKey(key)!.hash)
    door.auth.forget()
    await untilStatus(401, url, bearer(key))
  })

  describe.each([-60_000, 5000])('with an auth service whose clock is %i ms off', (offset) => {
    const clock = () => Date.now() + offset

    it('refuses a revoked key as soon as it is heard, though another service still calls it good', async () => {
      const url = await door.open()
      const key = door.newKey()
      expect((await ask(url, bearer(key))).status).toBe(200)
      door.auth.change('keys', 'key-1', 'ended', clock())
      await untilStatus(401, url, bearer(key))
      passTime(1001) // longer than a refusal is remembered
      expect((await ask(url, bearer(key))).status).toBe(401)
    })

    it('lets a key pass that was renamed, and keeps its new verdict', async () => {
      const url = await door.open()
      const key = door.newKey()
      await ask(url, bearer(key))
      door.auth.change('keys', 'key-1', 'changed', clock())
      const asked = () => door.auth.asked['/internal/api-keys/verify']
      const before = asked()!
      while (asked() === before) expect((await ask(url, bearer(key))).status).toBe(200)
      for (let i = 0; i < 20; i++) expect((await ask(url, bearer(key))).status).toBe(200)
      expect(asked()).toBe(before + 1)
    })

    it('lets every key pass after a full snapshot', async () => {
      door.auth.offsetMs = offset
      const url = await door.open()
      const key = door.newKey()
      expect((await ask(url, bearer(key))).status).toBe(200)
      door.auth.forget()
      for (let i = 0; i < 20; i++) expect((await ask(url, bearer(key))).status).toBe(200)
    })
  })

  it('lets a user pass again who was enabled again, with new tokens', async () => {
    const url = await door.open()
    const token = await door.signer.token({
      sub: '42',
      iat: new Date(Date.now() + 4000).toISOString(),
    })
    expect((await ask(url, bearer(token))).status).toBe(200)
    door.auth.change('users', '42', 'ended', Date.now() - 60_000)
    await untilStatus(401, url, bearer(token))
    door.auth.change('users', '42', 'changed', Date.now() - 60_000)
    await untilStatus(200, url, bearer(token))
  })

  it('lets the token pass that was got after the change, from a service whose clock is 5 s behind', async () => {
    const url = await door.open()
    door.auth.change('users', '7', 'changed', Date.now())
    const after = await door.signer.token({ iat: new Date(Date.now() - 4900).toISOString() })
    await door.auth.untilHeard()
    expect((await ask(url, bearer(after))).status).toBe(200)
  })
})
