import { makeApiKey } from '../../../../kit/credentials/api-key-format.js'
import { passTime } from '../../../support/clock.js'
import { ask, bearer, Door, good, inAnHour, untilStatus } from './door.js'

const door = new Door()

describe('verdicts', () => {
  it('asks once for many requests at once, and not again while the verdict is young', async () => {
    const url = await door.open()
    const key = door.newKey()
    await ask(url, bearer(await door.signer.token()))
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(url, bearer(key))))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await ask(url, bearer(key))
    expect(door.auth.asked['/internal/api-keys/verify']).toBe(1)
  })

  it('asks again when the verdict is old', async () => {
    const url = await door.open({ keyCacheSeconds: 30 })
    const key = door.newKey()
    await ask(url, bearer(key))
    passTime(30_000)
    await ask(url, bearer(key))
    expect(door.auth.asked['/internal/api-keys/verify']).toBe(2)
  })

  it('remembers a refusal for a moment only', async () => {
    const url = await door.open()
    const key = makeApiKey()
    for (let i = 0; i < 5; i++)
      expect(await ask(url, bearer(key))).toMatchObject({ code: 'AUTHENTICATION_REQUIRED' })
    expect(door.auth.asked['/internal/api-keys/verify']).toBe(1)
    door.judge(key, { ...good, expiresAt: inAnHour() })
    passTime(1001)
    expect((await ask(url, bearer(key))).status).toBe(200)
  })

  it('ends with the key, though the verdict is young', async () => {
    const url = await door.open()
    const key = door.newKey({ expiresAt: new Date(Date.now() + 30_000).toISOString() })
    expect((await ask(url, bearer(key))).status).toBe(200)
    passTime(30_000)
    expect((await ask(url, bearer(key))).code).toBe('AUTHENTICATION_REQUIRED')
  })
})

describe('auth service away', () => {
  const unavailable = { status: 503, code: 'SERVICE_UNAVAILABLE' }

  it('goes on with what is known or verifiable, refuses the rest, then refuses all, and recovers', async () => {
    const url = await door.open({ keyCacheSeconds: 0.1, staleSeconds: 60 })
    const [known, unknown, token] = [door.newKey(), door.newKey(), await door.signer.token()]
    await ask(url, bearer(known))
    await door.auth.stop()
    passTime(100) // what is known is old
    expect((await ask(url, bearer(known))).status).toBe(200)
    expect((await ask(url, bearer(token))).status).toBe(200)
    expect((await ask(url, bearer(await door.signer.token({ jti: 'new' })))).status).toBe(200)
    const refused = await ask(url, bearer(unknown))
    expect(refused).toMatchObject(unavailable)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await ask(url, { 'X-API-Key': 'typo' })).toMatchObject({ status: 401 })
    passTime(60_000)
    for (const value of [known, token])
      expect(await ask(url, bearer(value))).toMatchObject(unavailable)
    await door.auth.start()
    await untilStatus(200, url, bearer(known))
  })

  it('never passes anyone before the auth service was heard, nor with a wrong service secret', async () => {
    const token = await door.signer.token()
    const wrongSecret = await door.open({ serviceSecret: 'wrong'.padEnd(32) })
    expect(await ask(wrongSecret, bearer(token))).toMatchObject(unavailable)
    await door.auth.stop()
    const neverHeard = await door.open({ serviceSecret: 'unheard'.padEnd(32) })
    expect(await ask(neverHeard, bearer(token))).toMatchObject(unavailable)
    expect(await ask(neverHeard, bearer(door.newKey()))).toMatchObject(unavailable)
  })

  it.each([500, 401])('takes an answer %s for no answer', async (status) => {
    const url = await door.open({ staleSeconds: 0.3 })
    const token = await door.signer.token()
    expect((await ask(url, bearer(token))).status).toBe(200)
    door.auth.failWith = status
    passTime(301)
    await untilStatus(503, url, bearer(token)) // an answer that was under way may come yet
    expect(await ask(url, bearer(door.newKey()))).toMatchObject(unavailable)
  })
})
