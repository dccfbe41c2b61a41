import { setTimeout as sleep } from 'node:timers/promises'
import { parseApiKey } from '../../../../kit/api-key-format.js'
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
      expect(await untilStatus(401, url, bearer(token))).toBeLessThan(5000)
    }
  })

  it('lets the tokens pass that a user got after the change', async () => {
    const url = await door.open()
    door.auth.change('users', '7', 'changed', Date.now() - 1)
    const before = await door.signer.token({ iat: new Date(Date.now() - 5000).toISOString() })
    await sleep(600)
    expect((await ask(url, bearer(before))).status).toBe(401)
    expect((await ask(url, bearer(await door.signer.token()))).status).toBe(200)
  })

  it('asks anew about a key that changed, and refuses a revoked one within a second', async () => {
    const url = await door.open()
    const key = door.newKey()
    expect((await ask(url, bearer(key))).status).toBe(200)
    Object.assign(door.auth.verdicts.get(parseApiKey(key)!.hash)!, { scopes: [] })
    door.auth.change('keys', 'key-1', 'changed')
    await sleep(700)
    expect((await ask(url, bearer(key))).caller?.scopes).toEqual([])
    door.judge(key, { ...good, state: 'revoked', expiresAt: inAnHour() })
    door.auth.change('keys', 'key-1')
    expect(await untilStatus(401, url, bearer(key))).toBeLessThan(5000)
  })

  it('asks anew about the keys of a user that changed', async () => {
    const url = await door.open()
    const key = door.newKey({ ownerId: '77' })
    expect((await ask(url, bearer(key))).status).toBe(200)
    door.judge(key, { state: 'revoked' })
    door.auth.change('users', '77')
    expect(await untilStatus(401, url, bearer(key))).toBeLessThan(5000)
  })

  it('does not use a verdict that was in flight while its key was revoked', async () => {
    const url = await door.open()
    const key = door.newKey()
    await ask(url, bearer(await door.signer.token()))
    door.auth.beforeVerdict = async () => {
      door.auth.beforeVerdict = undefined
      await sleep(5)
      door.judge(key, { state: 'revoked' })
      door.auth.change('keys', 'key-1')
      await sleep(700) // the gateway hears of it before the verdict arrives
    }
    expect(await ask(url, bearer(key))).toMatchObject({ status: 401, code: 'AUTHENTICATION_REQUIRED' })
  })

  it('forgets every verdict when the auth service starts anew', async () => {
    const url = await door.open()
    const key = door.newKey()
    await ask(url, bearer(key))
    door.auth.verdicts.delete(parseApiKey(key)!.hash)
    door.auth.forget()
    expect(await untilStatus(401, url, bearer(key))).toBeLessThan(5000)
  })
})
