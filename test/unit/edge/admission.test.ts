import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { ServerResponse } from 'node:http'
import { Admission } from '../../../edge/admission.js'
import { beBusy, pass, standClock, turns, turnsUntil as until } from '../../support/clock.js'

standClock()

interface Sent {
  key?: string
  bearer?: string
  url?: string
  from?: string
  pipelines?: boolean
  /** Its body is still on its way. */
  isSlow?: boolean
}

/** A request as the server hands it on, and its response, which keeps what is written. */
function sent({ key, bearer, url = '/', from = '192.0.2.1', isSlow }: Sent) {
  const headers = {
    ...(key && { 'x-api-key': key }),
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
  const req = Object.assign(new EventEmitter(), {
    headers,
    url,
    method: 'GET',
    from,
    complete: !isSlow,
  }) as never as IncomingMessage
  const res = new ServerResponse(req)
  let text = ''
  res.end = ((chunk?: string) => {
    text += chunk ?? ''
    return res
  }) as never
  return { req, res, told: () => (text ? JSON.parse(text).error.code : undefined) }
}

/**
 * An admission, and what has begun through it. @param takesMs How long each takes: with 1, nothing
 * else begins in its turn.
 */
function admission(takesMs = 0) {
  const begun: string[] = []
  const door = new Admission((req) => (req as never as { from: string }).from)
  const admit = (name: string, request: Sent) => {
    const one = sent(request)
    const begin = () => {
      begun.push(name)
      pass(takesMs)
    }
    door.admit(one.req, one.res, begin, {
      pipelines: request.pipelines ?? false,
      line: '',
      isLowPriority: false,
    })
    return one
  }
  /** From now on its credential is known. */
  const succeed = (request: Sent) => {
    const { res } = admit('good', request)
    res.emit('finish')
    begun.pop()
  }
  /** Until the end of the turn everything waits. */
  const crowd = (request: Sent) => {
    const one = sent(request)
    door.admit(one.req, one.res, () => pass(2), {
      pipelines: false,
      line: '',
      isLowPriority: false,
    })
  }
  return { door, begun, admit, succeed, crowd }
}

test.each<[string, Sent, Sent]>([
  ['strangers of two addresses', { from: '192.0.2.1' }, { from: '192.0.2.2' }],
  ['strangers of one address with a credential and without', { key: 'npd_new' }, {}],
  ['strangers of one address who pipeline and who do not', { pipelines: true }, {}],
  ['strangers of two networks', { from: '2001:db8:1:1::1' }, { from: '2001:db8:1:2::1' }],
])('%s stand in two lines', async (_, crowded, other) => {
  const { begun, admit, crowd } = admission(1)
  crowd(crowded)
  for (let i = 0; i < 5; i++) admit(`crowd ${i}`, crowded)
  admit('other', other)
  await turns(2)
  expect(begun).toEqual(['crowd 0', 'other'])
})

test.each<[string, (i: number) => Sent]>([
  ['with credentials that nobody has seen succeed', (i) => ({ key: `npd_${i}` })],
  ['of one network', (i) => ({ from: `2001:db8:1:1::${i}` })],
])('strangers %s stand in one line', async (_, of) => {
  const { begun, admit, crowd } = admission(1)
  crowd(of(0))
  for (let i = 0; i < 5; i++) admit(`crowd ${i}`, of(i))
  admit('other', { from: '192.0.2.2' })
  await turns(2)
  expect(begun).toEqual(['crowd 0', 'other'])
})

test.each<[string, Sent]>([
  ['X-API-Key', { key: 'npd_good' }],
  ['Authorization', { bearer: 'v4.public.good' }],
  ['?api_key', { url: '/search?a=1&api_key=npd_good' }],
])(
  'a caller whose credential was good before, by %s, does not wait for strangers',
  async (_, good) => {
    const { begun, admit, succeed, crowd } = admission(1)
    succeed(good)
    await turns(1)
    crowd({})
    admit('stranger', {})
    admit('caller', good)
    expect(begun).toEqual(['caller'])
  },
)

test.each<[string, Sent, boolean]>([
  ['who pipelines gives way to others', { pipelines: true }, true],
  [
    'who pipelines with a credential that was good before does not',
    { key: 'npd_good', pipelines: true },
    false,
  ],
  ['who does not pipeline does not', {}, false],
])('%s', (_, request, isLowPriority) => {
  const { door, succeed } = admission()
  succeed({ key: 'npd_good' })
  const { req, res } = sent(request)
  const sender = { pipelines: request.pipelines ?? false, line: '', isLowPriority: !isLowPriority }
  door.admit(req, res, () => undefined, sender)
  expect(sender.isLowPriority).toBe(isLowPriority)
})

test('while 64 are under way and the process is busy, who has one of them waits and who has none does not', async () => {
  const { begun, admit, succeed } = admission()
  const [many, few] = [{ key: 'npd_many' }, { key: 'npd_few' }]
  for (const caller of [many, few]) succeed(caller)
  const all = Array.from({ length: 64 }, (_, i) => admit(`many ${i}`, many))
  await until(() => begun.length === 64)
  const rest = beBusy()
  for (const name of ['one more', 'another']) admit(name, many)
  admit('few', few)
  await turns(20)
  expect(begun.slice(64)).toEqual(['few'])
  for (const { res } of all.slice(0, 2)) res.emit('close')
  await until(() => begun.length === 66)
  expect(begun.slice(65)).toEqual(['one more'])
  rest()
  await until(() => begun.length === 67)
  expect(begun.slice(66)).toEqual(['another'])
})

test('requests with incomplete bodies delay no others', async () => {
  const { begun, admit } = admission()
  for (let i = 0; i < 200; i++) admit(`slow ${i}`, { isSlow: true })
  await until(() => begun.length === 200)
  pass(25)
  const rest = beBusy()
  admit('whole', {})
  await turns(20)
  rest()
  expect(begun.slice(200)).toEqual(['whole'])
})

test('whose bodies are on their way are not taken out twice: 64 others still are the most', async () => {
  const { begun, admit } = admission()
  const slow = Array.from({ length: 200 }, (_, i) => admit(`slow ${i}`, { isSlow: true }))
  await until(() => begun.length === 200)
  pass(25)
  for (let i = 0; i < 64; i++) admit(`whole ${i}`, {})
  await until(() => begun.length === 264)
  for (const { res } of slow) res.emit('close')
  const rest = beBusy()
  admit('one more', {})
  await turns(20)
  expect(begun.slice(264)).toEqual([])
  rest()
  await until(() => begun.length === 265)
  expect(begun.slice(264)).toEqual(['one more'])
})

test('next to others, what one starts beyond 64 in flight takes a quarter of the time', async () => {
  const { begun, admit, succeed } = admission(1)
  const [many, few] = [{ key: 'npd_many' }, { key: 'npd_few' }]
  for (const caller of [many, few]) succeed(caller)
  for (let i = 0; i < 64; i++) admit(`many ${i}`, many)
  await until(() => begun.length === 64)
  admit('few', few)
  const began = performance.now()
  for (let i = 0; i < 20; i++) admit(`more ${i}`, many)
  await until(() => begun.length === 85)
  expect(performance.now() - began).toBeGreaterThanOrEqual(19 * 4)
})

test('a disconnected client takes no turn', async () => {
  const { begun, admit, crowd } = admission()
  crowd({})
  for (let i = 0; i < 1000; i++) admit(`dead ${i}`, {}).res.emit('close')
  admit('alive', {})
  await turns(1)
  expect(begun).toEqual(['alive'])
})

test('a full queue gets OVERLOADED at once, and the others do not', () => {
  const { admit, crowd } = admission()
  crowd({})
  const all = Array.from({ length: 2001 }, (_, i) => admit(`${i}`, {}))
  expect(all.slice(0, 2000).filter(({ told }) => told())).toEqual([])
  expect(all[2000]!.told()).toBe('OVERLOADED')
  expect(admit('other', { from: '192.0.2.2' }).told()).toBeUndefined()
})

test('a queue whose first has waited for five seconds gets OVERLOADED', () => {
  const { admit, crowd } = admission()
  crowd({})
  admit('first', {})
  pass(5001)
  expect(admit('second', {}).told()).toBe('OVERLOADED')
  expect(admit('other', { from: '192.0.2.2' }).told()).toBeUndefined()
})

test('the lines of strangers hold 10,000 together, and those of good credentials have their own', () => {
  const { admit, crowd, succeed } = admission()
  const known = { key: 'npd_known', from: '198.51.100.2' }
  succeed(known)
  crowd({})
  for (let i = 0; i < 10_000; i++) admit(`${i}`, { from: `192.0.${i >> 8}.${i & 255}` })
  expect(admit('one more', { from: '198.51.100.1' }).told()).toBe('OVERLOADED')
  expect(admit('known', known).told()).toBeUndefined()
})
