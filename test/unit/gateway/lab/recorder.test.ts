import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { toExample } from '../../../../gateway/lab/example.js'
import {
  type RecordedRequest,
  Recorder,
  recordingBounds,
} from '../../../../gateway/lab/recorder.js'
import { readBody } from '../../../../kit/api/body.js'
import { openContext, type RequestContext } from '../../../../plugins/kit/context.js'

/** What a worker keeps of its last requests, and what leaves it as an example. */

/** Words, names, numbers and credentials that somebody sends, in every position. */
const planted = [
  'Zephyrine',
  'Quillfeather',
  'Ünïcode',
  '91-0937264',
  '4155550199',
  'npd_abcdefgh_x',
]
const [word, name, accented, ein, number, key] = planted as [
  string,
  string,
  string,
  string,
  string,
  string,
]

const body = JSON.stringify({
  index: `organization-${name}`,
  body: {
    query: { bool: { must: [{ match: { [name]: word } }, { term: { tax_code: ein } }] } },
    aggs: { [`${word} ${accented}`]: { terms: { field: name, size: Number(number) } } },
    ...{ [key]: { [ein]: [number, { a: accented }] }, size: 20 },
  },
  ...{ [name]: true },
})

interface Sent {
  method?: string
  url?: string
  headers?: Record<string, string>
  body?: string
  context?: Partial<RequestContext>
}

const begun = { requestId: 'a', address: '192.0.2.7', traceparent: '' }

/** Passes a request through a recorder. */
async function record(recorder: Recorder, sent: Sent): Promise<void> {
  const text = sent.body ?? ''
  const req = Object.assign(Readable.from(text === '' ? [] : [Buffer.from(text)]), {
    ...{ method: sent.method ?? 'POST', url: sent.url ?? '/search' },
    headers: sent.headers ?? {},
  }) as unknown as IncomingMessage
  if (text !== '') await readBody(req, 1e9)
  let close = () => {}
  const res = {
    headersSent: true,
    once: (_: string, done: () => void) => {
      close = done
    },
  }
  openContext(req, { ...begun, ...sent.context } as never)
  recorder.watch(req, res as unknown as ServerResponse)
  close()
}

const caller = {
  kind: 'api-key',
  ownerId: '1',
  scopes: ['a:read'],
  plan: 'gold',
  credentialId: '1',
}

test('a request is kept as it came, without its credential', async () => {
  const recorder = new Recorder()
  const headers = {
    ...{ authorization: `Bearer ${key}`, 'x-api-key': key, cookie: `s=${key}` },
    ...{ 'proxy-authorization': key, 'x-forwarded-for': '203.0.113.1', 'content-length': '9' },
    ...{ 'content-type': 'application/json', 'x-team': 'red' },
  }
  const used = { 'requests-per-owner': 7 }
  await record(recorder, { headers, body, context: { caller: caller as never, used } })
  expect(recorder.requests).toEqual<RecordedRequest[]>([
    {
      ...{ method: 'POST', url: '/search', address: '192.0.2.7', body, used },
      headers: { 'content-type': 'application/json', 'x-team': 'red' },
      caller: { kind: 'api-key', scopes: ['a:read'], plan: 'gold' },
    },
  ])
  for (const url of [`/a?api_key=${key}&q=1`, `/a?q=1&api%5Fkey=${key}`])
    await record(recorder, { url, context: { code: 'UNAUTHORIZED' } })
  expect(recorder.requests.slice(1)).toMatchObject(
    Array(2).fill({ url: '/a?q=1', caller: { kind: 'refused', in: 'url' } }),
  )
  expect(JSON.stringify(recorder.requests.slice(1))).not.toContain(key)
})

test.each<[string, Sent]>([
  ['whose credential nobody verified', { headers: { 'x-api-key': key } }],
  ['with a very long body', { body: 'x'.repeat(65_537) }],
])('a request %s is not kept', async (_, sent) => {
  const recorder = new Recorder()
  await record(recorder, sent)
  expect(recorder.requests).toEqual([])
})

test('at most 2,000 requests, 4 MB and an hour are kept, and a busy gateway records a sample', async () => {
  const clock = jest.spyOn(performance, 'now')
  let now = 0
  clock.mockImplementation(() => now)
  const recorder = new Recorder()
  for (let i = 0; i < 600; i++) await record(recorder, { url: `/${i}` })
  expect(recorder.requests).toHaveLength(500) // at once
  for (; now < recordingBounds.ms - 1; now += 1000) await record(recorder, { url: `/at/${now}` })
  expect(recorder.requests.length).toBeGreaterThan(1900)
  expect(recorder.requests.length).toBeLessThanOrEqual(recordingBounds.requests)
  now += 1000
  expect(recorder.requests.length).toBeLessThan(1600) // the first ones are an hour old
  now += recordingBounds.ms
  expect(recorder.requests).toEqual([])
  for (let i = 0; i < 200; i++) await record(recorder, { body: 'x'.repeat(65_536) })
  expect(recorder.requests.length).toBeGreaterThan(0)
  expect(recorder.requests.length).toBeLessThanOrEqual(recordingBounds.bytes / 131_072)
  clock.mockRestore()
})

const recordedAt = (url: string, text?: string): RecordedRequest => ({
  ...{ method: 'POST', url, headers: { 'x-name': name }, address: '192.0.2.7', used: {} },
  ...(text && { body: text }),
})

test('an example tells nothing that somebody sent', () => {
  const examples = [
    toExample(recordedAt('/search', body), undefined),
    toExample(recordedAt(`/organizations/${ein}`), '/organizations/:id'),
    toExample(recordedAt(`/${name}/${ein}?q=${word}&${name}=${number}#${key}`), undefined),
    toExample(recordedAt('/search', `not JSON: ${planted.join(' ')}`), undefined),
    toExample(recordedAt(`/${encodeURIComponent(accented)}?${encodeURI(accented)}`), undefined),
  ]
  const told = JSON.stringify(examples)
  for (const text of [...planted, '192.0.2.7', '%C3']) expect(told).not.toContain(text)
  const [first, second] = examples
  expect(second!.url).toBe('/organizations/:id')
  expect({ ...first, body: JSON.parse(first!.body!) }).toEqual({
    ...{ method: 'POST', url: '/xxxxxx', caller: 'a visitor' },
    body: {
      index: 'xxxxxxxxxxxx-xxxxxxxxxxxx',
      body: {
        query: {
          bool: {
            must: [{ match: { xxxxxxxxxxxx: 'xxxxxxxxx' } }, { term: { xxx_xxxx: '11-1111111' } }],
          },
        },
        aggs: { 'xxxxxxxxx xxxxxxx': { terms: { field: 'xxxxxxxxxxxx', size: 1111111111 } } },
        xxx_xxxxxxxx_x: { '11-1111111': ['1111111111', { x: 'xxxxxxx' }] },
        size: 11,
      },
      xxxxxxxxxxxx: true,
    },
  })
})
