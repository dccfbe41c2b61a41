import type { webcrypto } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PublicProtocol } from 'paseto'
import {
  ExportPublicKeyFactory,
  GenerateKeyPairFactory,
  type SecretKey,
  SecretKeyToCryptoKey,
  SignFactory,
} from 'paseto/v4/public'
import type {
  ChangeRow,
  ChangesPage,
  KeyToVerify,
  PublicKeyRow,
} from '../../../../kit/api/internal-answers.js'
import { internalCalls } from '../../../../kit/api/internal-api.js'
import { until } from '../../../support/until.js'

const paseto = new PublicProtocol(GenerateKeyPairFactory, SignFactory, ExportPublicKeyFactory)

export const secret = 'the-service-secret-of-the-auth-double'

/** Those of tests stand still. */
const clock = performance.now.bind(performance)

/** The lists of a page of changes. */
type Of = 'keys' | 'sessions' | 'users' | 'signingKeys'

/** A signing key of the double. */
export interface Signer {
  kid: string
  /** Signs claims; `change` replaces or removes (undefined) some of the good ones. */
  token(change?: Record<string, unknown>, footer?: string): Promise<string>
}

/**
 * A small HTTP server that speaks as the auth service's internal listener does; its store is what
 * the test puts in.
 */
export class AuthDouble {
  /** SHA-256 of a key → what is answered about it. */
  readonly verdicts = new Map<string, Record<string, unknown>>()
  readonly publicKeys: PublicKeyRow[] = []
  /** What /internal/public-keys shows next to the keys. */
  tells: { issuer?: unknown; audience?: unknown } = {
    issuer: 'nonprofit-directory',
    audience: 'nonprofit-directory-api',
  }
  /** Requests that arrived, by path. */
  readonly asked: Record<string, number> = {}
  /** Followers of the changes that have begun. */
  snapshots = 0
  /** Runs before a verdict is answered, after it was made. */
  beforeVerdict: (() => Promise<void>) | undefined
  /** How far its clock is ahead of ours, in milliseconds. */
  offsetMs = 0
  /** Answers every request with this status. */
  failWith: number | undefined
  #changes: (ChangeRow & { of: Of })[] = []
  #run = 1
  /** Where the last request for changes went on from. */
  #heard: string | null = null
  #server: Server | undefined
  #port = 0
  readonly #sockets = new Set<Socket>()

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<this> {
    const server = createServer(async (req, res) => {
      let body = ''
      for await (const chunk of req.setEncoding('utf8')) body += chunk
      const { pathname, searchParams } = new URL(req.url!, 'http://double')
      this.asked[pathname] = (this.asked[pathname] ?? 0) + 1
      const allowed = req.headers.authorization === `Bearer ${secret}`
      const data = allowed ? await this.#answer(pathname, searchParams, body) : undefined
      res.writeHead(this.failWith ?? (data ? 200 : 401), { 'Content-Type': 'application/json' })
      res.end(JSON.stringify({ status: 'success', data }))
    })
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server = server
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    return this
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server?.close(resolve))
  }

  /** Waits until who follows the changes knows all of them. */
  async untilHeard(): Promise<void> {
    await until(() => this.#heard === this.#cursor)
  }

  get #cursor(): string {
    return `${this.#run}.${this.#changes.length}`
  }

  /** Another run: the cursors of before are unknown, and only `changes` are in the snapshot. */
  forget(): void {
    this.#run++
    this.#changes = []
  }

  change(of: Of, id: string, kind: 'ended' | 'changed' = 'ended', at = Date.now()): void {
    this.#changes.push({ of, id, kind, at, until: at + 3_600_000 })
  }

  changePlan(id: string, plan: string, at = Date.now()): void {
    this.#changes.push({ of: 'users', id, kind: 'changed', at, plan, until: at + 3_600_000 })
  }

  /** Makes a signing key; a secret one is not reported by /internal/public-keys. */
  async signer({ isSecret = false } = {}): Promise<Signer> {
    const { publicKey, secretKey } = await paseto.GenerateKeyPair()
    const key = await paseto.ExportPublicKey(publicKey)
    const kid = `k4.pid.${Buffer.from(key).toString('base64url').slice(-44)}`
    if (!isSecret) this.publicKeys.push({ kid, key })
    return {
      kid,
      token: (change = {}, footer = JSON.stringify({ kid })) => sign(secretKey, change, footer),
    }
  }

  async #answer(path: string, query: URLSearchParams, body: string): Promise<unknown> {
    if (path === internalCalls.publicKeys.path) return { ...this.tells, keys: this.publicKeys }
    if (path === internalCalls.changes.path)
      return this.#heldFeed(query.get('since'), Number(query.get('waitMs')))
    if (path !== internalCalls.verifyApiKey.path) throw new Error(`the double knows no ${path}`)
    const { hash } = JSON.parse(body) as KeyToVerify
    const verdict = {
      state: 'unknown',
      ...this.verdicts.get(hash),
      asOf: Date.now() + this.offsetMs,
    }
    await this.beforeVerdict?.()
    return verdict
  }

  /**
   * Waits for news as the auth service does, and no longer than it runs: else Jest would wait, too.
   */
  async #heldFeed(since: string | null, waitMs: number): Promise<ChangesPage> {
    this.#heard = since
    if (since === null) this.snapshots++
    const giveUpAt = clock() + waitMs
    const isOld = () => since !== this.#cursor || this.failWith !== undefined
    const server = this.#server
    while (!isOld() && server?.listening && clock() < giveUpAt) await sleep(10)
    return this.#feed(since)
  }

  #feed(since: string | null): ChangesPage {
    const [run, from] = (since ?? '').split('.')
    const known = Number(run) === this.#run
    const found = known ? this.#changes.slice(Number(from)) : this.#changes
    const of = (kind: Of) =>
      found.filter((change) => change.of === kind).map(({ of: _, ...change }) => change)
    return {
      ...{
        cursor: this.#cursor,
        asOf: Date.now() + this.offsetMs,
        full: !known,
      },
      ...{
        keys: of('keys'),
        sessions: of('sessions'),
        users: of('users'),
        signingKeys: of('signingKeys'),
      },
    }
  }
}

async function sign(
  key: SecretKey,
  change: Record<string, unknown>,
  footer: string,
): Promise<string> {
  const now = Date.now()
  const iso = (ms: number) => new Date(ms).toISOString()
  const claims = {
    ...{
      iss: 'nonprofit-directory',
      aud: 'nonprofit-directory-api',
      sub: '7',
      sid: 's-1',
      jti: 'j-1',
      typ: 'access',
    },
    ...{
      role: 'user',
      scopes: ['organizations:read'],
      iat: iso(now),
      nbf: iso(now),
      exp: iso(now + 3_600_000),
    },
  }
  const options = { footer: Buffer.from(footer), addIssuedAt: false }
  return Object.keys(change).length === 0
    ? paseto.Sign(key, claims, options)
    : signByHand(key, JSON.stringify({ ...claims, ...change }), footer)
}

/** PASETO version 4, section "Sign", for the claims that paseto itself refuses to sign. */
async function signByHand(key: SecretKey, claims: string, footer: string): Promise<string> {
  const parts = ['v4.public.', claims, footer, ''].map((part) => Buffer.from(part))
  const length = (value: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    return bytes
  }
  const encoded = Buffer.concat([
    length(parts.length),
    ...parts.flatMap((part) => [length(part.length), part]),
  ])
  const signature = await crypto.subtle.sign(
    'Ed25519',
    SecretKeyToCryptoKey(key) as webcrypto.CryptoKey,
    encoded,
  )
  const payload = Buffer.concat([parts[1]!, Buffer.from(signature)]).toString('base64url')
  return `v4.public.${payload}.${Buffer.from(footer).toString('base64url')}`
}
