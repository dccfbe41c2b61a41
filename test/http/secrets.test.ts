import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { makeApiKey } from '../../kit/credentials/api-key-format.js'
import { ofElasticsearch } from '../support/fault-engine.js'
import { places, writings } from '../support/places.js'
import { startService } from '../support/service.js'
import { type RunningStack, startStack } from '../support/stack.js'

/** No secret reaches a log, or an answer to the client that sends it in a wrong place. */

/** Believed in its X-Request-Id and X-Forwarded-For; the tests call from 127.0.0.1 else. */
const trusted = '127.0.0.2'

const random = () => randomBytes(32).toString('base64url')
const email = 'admin@example.org'
const environment = {
  SERVICE_SECRET: random(),
  OPERATOR_SECRET: random(),
  PASETO_SECRET_KEY: secretSigningKey(),
  ELASTICSEARCH_API_KEY: random(),
  BOOTSTRAP_EMAIL: email,
  BOOTSTRAP_PASSWORD: 'marble-otter-canyon',
  TRUSTED_PROXIES: trusted,
  LOG_LEVEL: 'trace',
}

let stack: RunningStack
let engine: Awaited<ReturnType<typeof startService>>
let secrets: Record<string, string>
/** Their parts of twelve letters by which they are found again, the public beginnings left out. */
let traces: string[]

beforeAll(async () => {
  // the worst of engines: it shows all that it was sent, where a failure is reported
  engine = await startService((req, res) => {
    const { url, headers } = req
    let body = ''
    req.on('data', (chunk) => (body += chunk))
    req.on('end', () => {
      const reason = JSON.stringify([url, headers, body])
      const status = url === '/' ? 200 : 500
      res.writeHead(status, ofElasticsearch)
      res.end(JSON.stringify({ error: { type: 'exception', reason }, status }))
    })
  })
  stack = await startStack({ env: environment, engine: engine.url })
  const login = { email, password: environment.BOOTSTRAP_PASSWORD }
  const { body: tokens } = await stack.request.post('/api/v1/auth/login').send(login).expect(200)
  const { accessToken, refreshToken } = tokens.data
  const { body: made } = await stack.request
    .post('/api/v1/api-keys')
    .auth(accessToken, { type: 'bearer' })
    .send({ name: 'a key' })
    .expect(201)
  secrets = {
    'an API key': made.data.key,
    'an API key that is none of ours': makeApiKey(),
    'an access token': accessToken,
    'a refresh token': refreshToken,
    'a password': environment.BOOTSTRAP_PASSWORD,
    SERVICE_SECRET: environment.SERVICE_SECRET,
    OPERATOR_SECRET: environment.OPERATOR_SECRET,
    PASETO_SECRET_KEY: environment.PASETO_SECRET_KEY,
    'the API key of the engine': environment.ELASTICSEARCH_API_KEY,
  }
  traces = Object.values(secrets).flatMap((secret) => {
    const hidden = secret.replace(/^(npd_\w{8}_|v4\.public\.|k4\.secret\.)/, '')
    return [...(secret.startsWith('v4.') ? [] : [hidden.slice(0, 12)]), hidden.slice(-12)]
  })
})
afterAll(async () => {
  await stack.stop()
  await engine.close()
})

test('a secret in any place of a request stands in no answer and in no log', async () => {
  const listeners = [stack.url, stack.gateway.adminUrl, stack.auth.url, stack.auth.internalUrl]
  const found: string[] = []
  const rows = Object.entries(secrets).flatMap(([secretName, secret]) =>
    writings(secret).flatMap(([how, written]) =>
      places(written, { key: secrets['an API key']! })
        .filter(({ plainOnly }) => how === 'plain' || !plainOnly)
        .map((place) => ({ ...place, name: `${secretName}, ${how}, ${place.name}` })),
    ),
  )
  const calls = listeners.flatMap((listener) => rows.map((row) => ({ ...row, listener }))).values()
  const caller = async () => {
    for (const { name, bytes, isEchoed, listener } of calls) {
      const answer = await ask(listener, bytes)
      if (!isEchoed && holdsSecret(answer)) found.push(`${name}: ${answer}`)
    }
  }
  await Promise.all(Array.from({ length: 64 }, caller))

  // who trusts a proxy believes its ids, but never one with the form of a credential
  for (const name of ['an API key', 'an access token', 'a refresh token', 'PASETO_SECRET_KEY']) {
    for (const id of [secrets[name]!, `id.${secrets[name]}`, secrets[name]!.slice(0, 128)]) {
      for (const listener of [stack.url, stack.auth.url]) {
        const answer = await ask(
          listener,
          `GET /x HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`,
          trusted,
        )
        expect(answer).toMatch(/^HTTP\/1.1 404/)
        if (holdsSecret(answer)) found.push(`${name} as a trusted id: ${answer}`)
      }
    }
  }
  const kept = await ask(
    stack.url,
    'GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: a-proxy.s_1d\r\nConnection: close\r\n\r\n',
    trusted,
  )
  expect(kept).toContain('"requestId":"a-proxy.s_1d"')

  await stack.stop()
  const lines = stack.output().split('\n')
  expect(lines.filter((line) => line.includes('"msg":"request"')).length).toBeGreaterThan(1000)
  const logged = lines.filter((line) => holdsSecret(line))
  expect([found.slice(0, 5), logged.slice(0, 5), logged.length]).toEqual([[], [], 0])
})

function holdsSecret(text: string): boolean {
  const plain = decoded(text)
  return traces.some((trace) => plain.includes(trace))
}

/**
 * A text without percent-encoding, however often it was encoded, and without the escapes of JSON.
 */
function decoded(text: string): string {
  const once = text
    .replace(/\\u00([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/%(?:u00)?([0-9a-f]{2})/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  return once === text ? text : decoded(once)
}

/** How long the rest of a request is waited for that is none: no one answers before. */
const patienceMs = 500

/**
 * Sends bytes, and resolves with all that comes back until the connection is closed, or, but for the
 * trusted address, whose requests are whole, was silent for too long.
 */
async function ask(listener: string, bytes: string, from = '127.0.0.1'): Promise<string> {
  const { hostname, port } = new URL(listener)
  const socket = connect({ host: hostname, port: Number(port), localAddress: from })
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
  socket.on('error', () => {}) // a reset is an end like another
  if (from !== trusted) socket.setTimeout(patienceMs, () => socket.destroy())
  socket.write(Buffer.from(bytes, 'latin1'))
  await once(socket, 'close')
  return answer
}

/** A secret key of tokens in PASERK's form. */
function secretSigningKey(): string {
  const { d, x } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const bytes = Buffer.concat([Buffer.from(d!, 'base64url'), Buffer.from(x!, 'base64url')])
  return `k4.secret.${bytes.toString('base64url')}`
}
