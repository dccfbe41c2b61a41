import { makeApiKey, parseApiKey } from '../../../../kit/credentials/api-key-format.js'
import * as authenticate from '../../../../plugins/authenticate/index.js'
import type { Caller } from '../../../../plugins/kit/context.js'
import type { Middleware } from '../../../../plugins/kit/plugin.js'
import { stopClocks } from '../../../support/clock.js'
import { middlewareOf, type StepServer, serveStep } from '../../../support/step-server.js'
import { until } from '../../../support/until.js'
import { AuthDouble, type Signer, secret } from './auth-double.js'

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** What is answered about a good key. */
export const good = { id: 'key-1', ownerId: '7', scopes: ['organizations:read'], state: 'active' }

export const bearer = (value: string) => ({ Authorization: `Bearer ${value}` })

/**
 * The policy behind a port, and an auth service of its own behind it; made again for each test, in
 * which the clocks stand still, and no answer is too late.
 */
export class Door {
  auth!: AuthDouble
  signer!: Signer
  readonly #servers: StepServer[] = []
  /** Those of earlier tests. They keep their ports, as each step polls its own until the end. */
  readonly #retired: AuthDouble[] = []

  constructor() {
    beforeEach(async () => {
      stopClocks()
      jest.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
      this.auth = await new AuthDouble().start()
      this.signer = await this.auth.signer()
    })
    afterEach(async () => {
      jest.restoreAllMocks()
      for (const server of this.#servers.splice(0)) await server.close()
      this.auth.failWith = 503
      this.#retired.push(this.auth)
    })
    afterAll(() => Promise.all(this.#retired.map((auth) => auth.stop())))
  }

  /** The policy's middleware with the shipped parameters and these. */
  step(params: object = {}): Middleware {
    const shipped = {
      accept: ['access-token', 'api-key'],
      queryKey: true,
      keyCacheSeconds: 60,
      staleSeconds: 60,
      keyCacheSize: 20_000,
    }
    const place = { authServiceUrl: this.auth.url, serviceSecret: secret }
    return middlewareOf(authenticate, { ...shipped, ...place, ...params })
  }

  /** The URL of such a policy behind a port. */
  async open(params: object = {}): Promise<string> {
    const server = await serveStep(this.step(params))
    this.#servers.push(server)
    return server.url
  }

  /** An API key that the auth service knows. */
  newKey(verdict: object = {}): string {
    const key = makeApiKey()
    this.judge(key, { ...good, expiresAt: inAnHour(), ...verdict })
    return key
  }

  /** What the auth service answers about a key now. */
  verificationOf(key: string): Record<string, unknown> {
    return this.auth.verdicts.get(parseApiKey(key)!.hash)!
  }

  /** What the auth service answers about a key from now on. */
  judge(key: string, verdict: Record<string, unknown>): void {
    this.auth.verdicts.set(parseApiKey(key)!.hash, verdict)
  }
}

export async function ask(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  const { data, error } = (await response.json()) as {
    data?: Caller
    error?: { code: string; message: string; details: { found?: string; reason?: string } }
  }
  return { status: response.status, headers: response.headers, caller: data, ...error }
}

/** Asks until the answer is `status`. */
export async function untilStatus(
  status: number,
  url: string,
  headers: Record<string, string>,
): Promise<void> {
  await until(async () => (await ask(url, headers)).status === status)
}
