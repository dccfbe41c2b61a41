import { ApiError, NetworkError } from '../../../packages/client/src/index.js'
import { clientAt, failure, query } from './door.js'

const apiKey = 'npd_abcdefgh_secretsecretsecretsecretsecretsecret01'

/** An answer whose lines come in pieces. @param error What it breaks off with. */
function streamed(pieces: string[], error?: Error): Response {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = bytes.shift()
        if (piece) controller.enqueue(piece)
        else if (error) controller.error(error)
        else controller.close()
      },
    }),
  )
}

const row = (id: string, cursor?: string | null) =>
  `${JSON.stringify({ id, ...(cursor !== undefined && { _cursor: cursor }) })}\n`
const broken = new TypeError('terminated')

async function exported(replies: (Response | Error)[], options = {}) {
  const { directory, sent } = clientAt((_, n) => replies[n - 1]!, { apiKey, ...options })
  const rows: unknown[] = []
  for await (const { id, ...more } of directory.export(query)) {
    expect(more).toEqual({})
    rows.push(id)
  }
  return { rows, cursors: sent.map(({ url }) => new URL(url).searchParams.get('cursor')), sent }
}

test('it asks for lines, with index and body of the search', async () => {
  const { rows, sent } = await exported([streamed([row('a'), row('b', null)])])
  expect(rows).toEqual(['a', 'b'])
  expect(sent).toEqual([
    {
      method: 'POST',
      url: 'https://directory.example.org/base/api/v1/organizations/export',
      headers: {
        accept: 'application/x-ndjson',
        'content-type': 'application/json',
        'x-api-key': apiKey,
      },
      body: query,
    },
  ])
})

test.each<[string, string[], Error | undefined]>([
  ['breaks in a row', [row('a'), row('b', 'c1'), row('c'), '{"id":"d'], broken],
  ['ends in the middle, without an error', [row('a'), row('b', 'c1'), row('c')], undefined],
])('an answer that %s is resumed: nothing is missing or doubled', async (_, pieces, error) => {
  const rest = streamed([row('c'), row('d', 'c2'), row('é', null)].join('').split(/(?<=i)/))
  const { rows, cursors } = await exported([streamed(pieces, error), rest])
  expect(rows).toEqual(['a', 'b', 'c', 'd', 'é'])
  expect(cursors).toEqual([null, 'c1'])
})

test('breaks without any progress end it', async () => {
  const replies = () => streamed([row('a')], broken)
  const options = { retry: { attempts: 2 } }
  const whole = streamed([row('a', null)])
  await expect(exported([replies(), replies(), whole], options)).rejects.toThrow(NetworkError)
})

test('an answer without rows ends it, and a row that is no JSON', async () => {
  expect(await exported([streamed([])])).toMatchObject({ rows: [], cursors: [null] })
  await expect(exported([streamed(['{nope\n'])])).rejects.toThrow(SyntaxError)
})

test('a refusal is an ApiError, also when it is resumed', async () => {
  const refused = failure(400, 'VALIDATION_ERROR')
  await expect(exported([streamed([row('a', 'c1')]), refused])).rejects.toThrow(ApiError)
})

test('ends with its signal, and with its loop', async () => {
  let isCancelled = false
  const endless = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(row('a', 'c1'))),
        cancel() {
          isCancelled = true
        },
      }),
    )
  const ending = new AbortController()
  const { directory } = clientAt(endless, { apiKey })
  const rows = directory.export(query, { signal: ending.signal })
  expect(await rows.next()).toEqual({ done: false, value: { id: 'a' } })
  const next = rows.next()
  ending.abort(new Error('enough'))
  await expect(next).rejects.toThrow('enough')
  expect(isCancelled).toBe(true)
  isCancelled = false
  for await (const _ of directory.export(query)) break
  expect(isCancelled).toBe(true)
})
