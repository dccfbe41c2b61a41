import type { Answer } from '../../../packages/client/src/answer.js'
import { ApiError } from '../../../packages/client/src/errors.js'
import { Session, type Tokens } from '../../../packages/client/src/session.js'
import {
  type Call,
  Transport,
  type TransportOptions,
} from '../../../packages/client/src/transport.js'
import type { User } from '../../../packages/client/src/types.js'

/** The calls whose refresh token is in a cookie, which no script can read. */
const folder = '/api/v1/auth/cookie'

/** What a page shows of the login. */
export interface Login {
  /** Undefined until that is known, and if no one is signed in. */
  user: User | undefined
  /** Also true while the page checks whether an earlier login is still valid. */
  isSignedIn: boolean
  /** Whether a call was refused because no one is signed in. */
  isNeeded: boolean
}

/**
 * The login of the browser: every page goes on with it, and all tabs share its end. Access tokens
 * are in the memory of each page only.
 */
export class PageSession extends Session {
  readonly #cookies: Transport
  /** Where localStorage has the id of the user: no secret, it says whether there is a cookie. */
  readonly #key: string
  readonly #listeners = new Set<() => void>()
  #known: Promise<void> | undefined
  #login: Login | undefined

  constructor(transport: Transport, options: TransportOptions) {
    super(transport, folder)
    this.#key = `signed-in ${options.baseUrl}`
    this.#cookies = new Transport({
      ...options,
      // a tab that is closed meanwhile must not lose the new cookie
      fetch: (url, init) =>
        options.fetch(url, { ...init, credentials: 'same-origin', keepalive: true }),
    })
  }

  get state(): Login {
    this.#login ??= { user: undefined, isSignedIn: this.#hint !== null, isNeeded: false }
    return this.#login
  }

  /** Calls the listener after each change of the state. @returns what ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves once it is known whether an earlier login goes on. */
  known(): Promise<void> {
    if (!this.#known) addEventListener('storage', (event) => this.#follow(event))
    this.#known ??= this.#resume()
    return this.#known
  }

  override async login(...sent: Parameters<Session['login']>): Promise<User> {
    await this.known()
    return this.#enter(await super.login(...sent))
  }

  override async send<Data>(call: Call): Promise<Answer<Data>> {
    await this.known()
    return super.send<Data>(call)
  }

  override async logout(signal: AbortSignal | undefined): Promise<void> {
    this.forget()
    const path = `${folder}/logout`
    await this.#cookies.send({ method: 'POST', path, body: {}, isRepeatable: true, signal })
  }

  override forget(): void {
    this.#hint = null
    this.#end()
  }

  /** A call was refused because no one is signed in. */
  refused(): void {
    this.#show({ user: undefined, isSignedIn: false, isNeeded: true })
  }

  /** Runs in one tab at a time. Two at once would send the same cookie. */
  protected override exchange(call: Call): Promise<Answer<Tokens>> {
    const send = () => this.#cookies.send<Tokens>(call)
    // by plain http there are no locks: the service takes a cookie again within 10 s
    return navigator.locks?.request(this.#key, send) ?? send()
  }

  async #resume(): Promise<void> {
    if (this.#hint === null) return
    try {
      const user = await this.restore()
      // a sign-out in another tab may have been faster
      if (this.#hint === null) this.#end()
      else this.#enter(user)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) this.forget()
      else this.#end()
    }
  }

  /** Follows another tab that has signed in or out. The state since the event decides. */
  #follow({ key }: StorageEvent): void {
    if (key !== this.#key) return
    const id = this.#hint
    if (id === null) this.#end()
    else if (id !== String(this.state.user?.id)) this.#known = this.#resume()
  }

  #end(): void {
    super.forget()
    this.#show({ user: undefined, isSignedIn: false, isNeeded: false })
  }

  #enter(user: User): User {
    this.#hint = String(user.id)
    this.#show({ user, isSignedIn: true, isNeeded: false })
    return user
  }

  #show(login: Login): void {
    this.#login = login
    for (const listener of this.#listeners) listener()
  }

  get #hint(): string | null {
    try {
      return localStorage.getItem(this.#key)
    } catch {
      return null // the browser keeps nothing: no cookie either
    }
  }

  set #hint(id: string | null) {
    try {
      if (id === null) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, id)
    } catch {}
  }
}
