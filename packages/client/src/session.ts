import type { Answer } from './answer.js'
import { ApiError } from './errors.js'
import { unless } from './retry.js'
import type { Call, Transport } from './transport.js'
import type { Credentials, User } from './types.js'

/** `data` of a login and of a refresh. */
export interface Tokens {
  accessToken: string
  /** Absent where a cookie of the browser keeps it. */
  refreshToken?: string
  /** Lifetime of the access token, in seconds. */
  expiresIn: number
  user: User
}

/** The tokens of a login, and when to refresh them, by `performance.now()`. */
interface Held {
  accessToken: string
  refreshToken: string | undefined
  /** From then on it is refreshed in the background, while calls still use it. */
  renewFrom: number
  /** From then on calls wait for the new one. */
  expiresAt: number
  /** The refresh under way, shared by all concurrent callers. */
  renewal?: Promise<void> | undefined
}

/** The refresh window: the last tenth of a token's life, at most a minute. */
const renewShare = 0.1
const renewMs = 60_000
/** Delay before a failed background refresh is retried. */
const pauseMs = 1000
/** The service accepts a refresh token again within 10 s; later that would end the session. */
const refreshTotalMs = 8000
/** How often a call is sent with a newer token, after its own has expired on the way. */
const maxRenewals = 2

/**
 * A login: sends calls with its access token, and refreshes that once for all calls that wait for
 * it.
 */
export class Session {
  readonly #transport: Transport
  readonly #folder: string
  #held: Held | undefined

  /** @param folder Path of the calls `login` and `refresh`. */
  constructor(transport: Transport, folder = '/api/v1/auth') {
    this.#transport = transport
    this.#folder = folder
  }

  /** Sends a login or a refresh. */
  protected exchange(call: Call): Promise<Answer<Tokens>> {
    return this.#transport.send<Tokens>(call)
  }

  async login({ email, password }: Credentials, signal: AbortSignal | undefined): Promise<User> {
    const body = { email, password }
    const call: Call = {
      method: 'POST',
      path: `${this.#folder}/login`,
      body,
      isRepeatable: false,
      signal,
    }
    return this.#entered(await this.exchange(call))
  }

  /** Goes on with a login whose refresh token a cookie keeps. Rejects if there is none. */
  async restore(): Promise<User> {
    return this.#entered(await this.exchange(this.#refreshCall(undefined)))
  }

  #entered({ data }: Answer<Tokens>): User {
    this.#held = toHeld(data)
    return data.user
  }

  /**
   * Forgets the tokens at once, then ends the session at the service. It is no error if that has
   * ended already. Rejects if the service could not end it.
   */
  async logout(signal: AbortSignal | undefined): Promise<void> {
    const held = this.#held
    this.forget()
    if (!held) return
    const path = '/api/v1/auth/logout'
    try {
      await this.#sendAs(held, { method: 'POST', path, isRepeatable: false, signal })
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }
  }

  /** Ends all sessions of the user. After a failure the login remains, to try again. */
  async logoutAll(signal: AbortSignal | undefined): Promise<void> {
    const path = '/api/v1/auth/logout-all'
    await this.send({ method: 'POST', path, isRepeatable: false, signal })
    this.forget()
  }

  /** Forgets the tokens, of a session that has ended. */
  forget(): void {
    this.#held = undefined
  }

  /**
   * Sends a call with the access token; before a login without one: the service reports what is
   * missing.
   */
  send<Data>(call: Call): Promise<Answer<Data>> {
    return this.#sendAs<Data>(this.#held, call)
  }

  async #sendAs<Data>(held: Held | undefined, call: Call): Promise<Answer<Data>> {
    for (let renewals = 0; ; renewals++) {
      if (held) await this.#renewIfDue(held, call.signal)
      const token = held?.accessToken
      const headers = { ...call.headers, ...(token && { Authorization: `Bearer ${token}` }) }
      try {
        return await this.#transport.send<Data>({ ...call, headers })
      } catch (error) {
        const isExpired = error instanceof ApiError && error.code === 'TOKEN_EXPIRED'
        if (!isExpired || !held || renewals === maxRenewals) throw error
        // only if it is still the current one: another call may have refreshed it
        if (held.accessToken === token) held.expiresAt = 0
      }
    }
  }

  async #renewIfDue(held: Held, signal: AbortSignal | undefined): Promise<void> {
    const now = performance.now()
    if (now >= held.expiresAt) await unless(signal, this.#renew(held))
    // the next call tries again
    else if (now >= held.renewFrom) this.#renew(held).catch(() => {})
  }

  #renew(held: Held): Promise<void> {
    held.renewal ??= this.#refresh(held).finally(() => {
      held.renewal = undefined
    })
    return held.renewal
  }

  async #refresh(held: Held): Promise<void> {
    try {
      const { data } = await this.exchange(this.#refreshCall(held.refreshToken))
      Object.assign(held, toHeld(data))
    } catch (error) {
      held.renewFrom = performance.now() + pauseMs
      const hasEnded = error instanceof ApiError && error.status === 401
      if (hasEnded && this.#held === held) this.forget()
      throw error
    }
  }

  #refreshCall(refreshToken: string | undefined): Call {
    const path = `${this.#folder}/refresh`
    const limits = { isRepeatable: true, totalMs: refreshTotalMs }
    return { method: 'POST', path, body: { refreshToken }, ...limits }
  }
}

function toHeld({ accessToken, refreshToken, expiresIn }: Tokens): Held {
  const lifeMs = expiresIn * 1000
  const expiresAt = performance.now() + lifeMs
  return {
    accessToken,
    refreshToken,
    expiresAt,
    renewFrom: expiresAt - Math.min(renewMs, lifeMs * renewShare),
  }
}
