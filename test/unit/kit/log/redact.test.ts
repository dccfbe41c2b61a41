import type { Writable } from 'node:stream'
import { makeApiKey } from '../../../../kit/credentials/api-key-format.js'
import { log } from '../../../../kit/log/log.js'
import { looksLikeCredential, redacted, redactedPath } from '../../../../kit/log/redact.js'

const uuid = 'e8b1a5a2-7c6a-4f3b-9d1e-0a4b5c6d7e8f'
const ours = ['/api/v1/api-keys', '/api/v1/api-keys/', '/api/v1/auth/login', '']

test.each([
  [`/api/v1/api-keys/${uuid}`, `/api/v1/api-keys/${uuid}`],
  [`/api/v1/api-keys/${uuid}/rotate`, `/api/v1/api-keys/${uuid}/rotate`],
  [`/api/v1/api-keys/${uuid}x`, '/api/v1/api-keys/*'],
  ['/api/v1/api-keys-of-mine', '/api/v1/*'],
  ['/api/v1/auth/logins', '/api/v1/auth/logins'],
  ['/api/v1/auth/signing-in', '/api/v1/auth/*'],
  ['/correct/horse/battery', '/*'],
  ['', ''],
])('the path %s is logged as %s', (path, logged) => {
  expect(redactedPath(path, ours)).toBe(logged)
})

test.each([
  [uuid, uuid],
  [`${uuid}/${uuid}`, `${uuid}/${uuid}`],
  [`${uuid}-and-more`, '*'],
  ['req-1', 'req-1'],
  ['%61%62%63', '*'],
])('of %s is loggable %s', (text, logged) => {
  expect(redacted(text)).toBe(logged)
})

test('what has the form of a credential of ours is known', () => {
  const secrets = [
    makeApiKey(),
    makeApiKey().slice(0, 20),
    'v4.public.eyJ',
    'k4.secret.AAAA',
    `id-${makeApiKey()}`,
  ]
  expect(secrets.filter((secret) => !looksLikeCredential(secret))).toEqual([])
  expect([uuid, 'npd-1', 'service-v4.1', 'k4.pid.x'].filter(looksLikeCredential)).toEqual([])
})

test('of an error only its outline is written, and no credential in it', () => {
  const key = makeApiKey()
  const request = { headers: { authorization: 'Basic c2VjcmV0' } }
  const cause = Object.assign(new Error(`cannot read "${key}"`), { code: 'EX', request })
  cause.cause = cause
  const lines: string[] = []
  const stream = (log as unknown as Record<symbol, Writable>)[streamOf()]!
  jest.spyOn(stream, 'write').mockImplementation((line: string) => lines.push(line) > 0)
  log.level = 'info'
  const err = new TypeError('outer', { cause })
  log.error({ err }, 'it failed')
  log.warn({ cause: err }, 'it was to be expected')
  const [line = '', brief = ''] = lines
  expect(line).not.toContain(key.slice(13))
  expect(line).not.toContain('c2VjcmV0')
  const written = JSON.parse(line).err
  expect(written).toMatchObject({ name: 'TypeError', message: 'outer', cause: { code: 'EX' } })
  expect(written.cause.message).toContain(key.slice(0, 13))
  expect(written.cause.stack).toContain(__filename)
  expect(brief).toContain('"cause":{"name":"TypeError","message":"outer","cause":{')
  expect(brief).not.toContain('stack')
})

/** Where pino keeps its stream. */
function streamOf(): symbol {
  return Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')!
}
