import { EventEmitter } from 'node:events'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { Admission } from '../../../edge/admission.js'
import { charged } from '../../../plugins/kit/charged.js'
import { pass, standClock, turns } from '../../support/clock.js'

standClock()

interface Sent {
  key?: string
  bearer?: string
  url?: string
  from?: string
}

/** A request as the server hands it on, and its response, which keeps what is written. */
function sent({ key, bearer, url = '/', from = '192.0.2.1' }: Sent) {
  const headers = {
    ...(key && { 'x-api-key': key }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const req = Object.assign(new EventEmitter(), {
    headers,
    url,
    method: 'GET',
    from,
  }) as never as IncomingMessage
  const res = new ServerResponse(req)
  let text = ''
  res.end = ((chunk?: string) => {
    text += chunk ?? ''
    return res
  }) as never
  return { req, res, code: () => (text ? JSON.parse(text).error.code : undefined) }
}

/** An admission, and what has begun through it. */
function admission() {
  const begun: string[] = []
  const door = new Admission({
    addressOf: (req) => (req as never as { from: string }).from,
    isKnown: ({ headers, url }) => /good/.test(`${headers['x-api-key']} ${url}`),
  })
  const admit = (name: string, request: Sent) => {
    const one = sent(request)
    door.admit(one.req, one.res, () => void begun.push(name))
    return one
  }
  return { begun, admit }
}

/** An admission in which many requests of one client have begun, or wait. */
function crowded(of: (i: number) => Sent, count = 100) {
  const { begun, admit } = admission()
  const all = Array.from({ length: count }, (_, i) => admit(`crowd ${i}`, of(i)))
  return { begun, admit, all }
}

test('few requests begin at once; of many, eight in each turn of the event loop', async () => {
  const { begun } = crowded(() => ({}))
  expect(begun).toHaveLength(8)
  await turns(1)
  expect(begun.length).toBeLessThanOrEqual(16)
  await turns(13)
  expect(begun).toHaveLength(100)
})

test.each<[string, (i: number) => Sent, Sent]>([
  ['of another address', () => ({}), { from: '192.0.2.2' }],
  ['of another network', (i) => ({ from: `2001:db8:1:1::${i}` }), { from: '2001:db8:1:2::1' }],
  [
    'next to credentials that were never valid',
    (i) => ({ key: `npd_${i}` }),
    { from: '192.0.2.2' },
  ],
])('a client %s does not wait for a crowd', async (_, of, other) => {
  const { begun, admit } = crowded(of)
  admit('other', other)
  await turns(2)
  expect(begun.indexOf('other')).toBeLessThan(24)
})

test.each<[string, Sent]>([
  ['X-API-Key', { key: 'npd_good' }],
  ['?api_key', { url: '/search?a=1&api_key=npd_good' }],
])('a credential that was valid before, by %s, has a queue of its own', async (_, good) => {
  const { begun, admit, all } = crowded(() => ({}))
  const before = admit('good', good)
  for (const { res } of all) res.emit('close')
  await turns(3)
  before.res.emit('finish')
  begun.length = 0
  for (let i = 0; i < 100; i++) admit(`crowd ${i}`, {})
  admit('good again', good)
  await turns(2)
  expect(begun.indexOf('good again')).toBeGreaterThan(0)
  expect(begun.indexOf('good again')).toBeLessThan(24)
})

test('a credential that no step has verified has none, whatever it was answered', async () => {
  const { begun, admit } = admission()
  const { res } = admit('bad', { key: 'npd_bad' })
  res.emit('finish') // 200, as of a page
  await turns(2)
  for (let i = 0; i < 100; i++) admit(`crowd ${i}`, {})
  admit('bad again', { key: 'npd_bad' })
  await turns(20)
  expect(begun.at(-1)).toBe('bad again')
})

test('visitors of many addresses have together the turns of one caller with a credential', async () => {
  const { begun, admit } = admission()
  admit('first', { key: 'npd_good' }).res.emit('finish')
  await turns(2)
  for (let i = 0; i < 100; i++) admit(`visitor ${i}`, { from: `192.0.2.${i}` })
  for (let i = 0; i < 20; i++) admit(`good ${i}`, { key: 'npd_good' })
  await turns(6)
  expect(begun.slice(0, 50).filter((name) => /^good/.test(name))).toHaveLength(20)
})

test('what a request takes beyond 20 ms delays those of its owner, not those of others', async () => {
  const { begun, admit } = admission()
  const [heavy, light] = ['192.0.2.1', '192.0.2.2'].map((from) => admit('first', { from }))
  for (let i = 0; i < 40; i++)
    for (const from of ['192.0.2.1', '192.0.2.2']) admit(`${i} of ${from}`, { from })
  charged(heavy!.req, () => pass(50))
  charged(light!.req, () => pass(20))
  await turns(5)
  expect(begun.slice(8, 30).every((name) => name.endsWith('.2'))).toBe(true)
})

test('that the connection of a request is closed after its turn takes no turn from others', async () => {
  const { begun, admit, all } = crowded(() => ({}))
  await turns(20)
  for (const { res } of all) res.emit('close')
  for (let i = 0; i < 100; i++) admit(`next ${i}`, {})
  await turns(20)
  expect(begun).toHaveLength(200)
})

test('a disconnected client takes no turn', async () => {
  const { begun, admit, all } = crowded(() => ({}), 1000)
  for (const { res } of all) res.emit('close')
  admit('alive', {})
  await turns(2)
  expect(begun).toHaveLength(9)
})
