import { ask, bearer, Door } from './door.js'

const door = new Door()
const origin = 'https://app.example'

test.each([
  ['a network of the caller', { addresses: ['127.0.0.0/8'] }, {}, undefined],
  ['another network', { addresses: ['203.0.113.0/24', '::/0'] }, {}, 'address'],
  ['the origin', { origins: [origin, 'https://b.example'] }, { Origin: origin }, undefined],
  ['a list without origins', { origins: [] }, { Origin: 'undefined' }, 'origin'],
  ['both lists', { addresses: ['127.0.0.1/32'], origins: [origin] }, { Origin: origin }, undefined],
])('%s', async (_, allow, headers: Record<string, string>, refused) => {
  const url = await door.open()
  const key = door.newKey(allow && { allow })
  for (const time of ['asked', 'remembered']) {
    const { status, code, message, details } = await ask(url, { ...bearer(key), ...headers })
    if (refused === undefined) expect([time, status]).toEqual([time, 200])
    else {
      expect({ time, status, code, details }).toEqual({
        time,
        status: 403,
        code: 'FORBIDDEN',
        details: { reason: refused },
      })
      expect(message).toContain(`may not be used from this ${refused}`)
    }
  }
})

test.each([
  5,
  null,
  [],
  { addresses: '127.0.0.1' },
  { addresses: ['127.0.0.1/8'] },
  { origins: [5] },
  { networks: ['127.0.0.1/32'] },
])('a list of no known form lets nothing pass: %j', async (allow) => {
  const url = await door.open()
  expect((await ask(url, bearer(door.newKey({ allow })))).code).toBe('SERVICE_UNAVAILABLE')
})
