import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../../packages/client/src/answer.js'
import type { ExportBody } from '../../../packages/client/src/body.js'
import { ApiError } from '../../../packages/client/src/errors.js'
import { allRows, exportCall } from '../../../packages/client/src/export.js'
import {
  type Call,
  Transport,
  type TransportOptions,
} from '../../../packages/client/src/transport.js'
import type { Organization, SearchRequest } from '../../../packages/client/src/types.js'
import { type Login, PageSession } from './page-session.js'
import { baseUrl } from './where.js'

/** A call whose answer is the response itself. */
interface RawCall extends Call {
  init: RequestInit
}

/** Sends a raw call as it is: once, to the address that is its path. */
class DocumentTransport extends Transport {
  override async send<Data>(sent: Call | RawCall): Promise<Answer<Data>> {
    if (!('init' in sent)) return super.send<Data>(sent)
    const { path, init, headers } = sent
    const response = await fetch(path, { ...init, headers: { ...init.headers, ...headers } })
    return { data: response } as Answer<never>
  }
}

const options: TransportOptions = {
  baseUrl,
  fetch: (...sent) => fetch(...sent),
  timeoutMs: 30_000,
  retry: { attempts: 3, totalMs: 5000 },
}
const transport = new DocumentTransport(options)

/** The login of the browser. */
export const session = new PageSession(transport, options)

/** Who is signed in, once that is known. */
export const getUser = () => session.state.user

/** Ends the login of the browser, at once. @returns whether the service has ended it too. */
export function signOut(): Promise<boolean> {
  return session.logout(undefined).then(
    () => true,
    () => false,
  )
}

/** The login. Components that use it are rendered again when it changes. */
export function useLogin(): Login {
  const [login, setLogin] = useState(session.state)
  useEffect(() => {
    void session.known()
    setLogin(session.state)
    return session.subscribe(() => setLogin(session.state))
  }, [])
  return login
}

let apiKey: string | undefined

/** Sends later calls with an API key instead of the login. Undefined sends the login again. */
export function setApiKey(key: string | undefined): void {
  apiKey = key
}

/** Sends a call with the API key, or the token of the login, if there is one. */
export function send<Data>(sent: Call): Promise<Answer<Data>> {
  if (apiKey === undefined) return session.send<Data>(sent)
  return transport.send<Data>({ ...sent, headers: { ...sent.headers, 'X-API-Key': apiKey } })
}

/** @returns `data` of the answer. */
export function call<Data>(
  method: Call['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Data> {
  return loadAnswer<Data>(method, path, body, signal).then(({ data }) => data)
}

/** @returns the whole answer. */
export function loadAnswer<Data>(
  method: Call['method'],
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer<Data>> {
  const headers = { Accept: 'application/json' } // some addresses are pages, too
  return sendForLogin<Data>({ method, path, body, headers, isRepeatable: method === 'GET', signal })
}

/** All organizations of a search, as `export` of the client. */
export function loadExport(
  search: SearchRequest<ExportBody>,
  signal: AbortSignal,
): AsyncGenerator<Organization, void, undefined> {
  const open = (cursor: string | undefined) =>
    loadData<ReadableStream<Uint8Array>>(exportCall(search, cursor, signal))
  return allRows<Organization>({ ...options, open, signal })
}

/** As `fetch`, with the login, if there is one. */
export function fetchSignedIn(url: string, init: RequestInit = {}): Promise<Response> {
  const raw: RawCall = { method: 'GET', path: url, init, isRepeatable: false }
  return loadData<Response>(raw)
}

async function loadData<Data>(sent: Call): Promise<Data> {
  return (await sendForLogin<Data>(sent)).data
}

async function sendForLogin<Data>(sent: Call): Promise<Answer<Data>> {
  await session.known()
  const sender = getUser()
  try {
    return await send<Data>(sent)
  } catch (error) {
    // a late refusal does not count if the login has changed meanwhile
    if (apiKey === undefined && sender === getUser() && isLoginRefusal(error, sent.method)) {
      if (sender) session.forget()
      else session.refused()
    }
    throw error
  }
}

/** Whether an error shows that the login has ended. A wrong password in a body does not. */
function isLoginRefusal(error: unknown, method: Call['method']): boolean {
  if (!(error instanceof ApiError && error.status === 401)) return false
  return method === 'GET' || error.code !== 'AUTHENTICATION_REQUIRED'
}

/** The result, or undefined where this gateway does not offer the call. */
export async function ifOffered<Data>(answer: Promise<Data>): Promise<Data | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && [404, 405].includes(error.status)) return undefined
    throw error
  }
}

/** What `GET /` lists: the pages of this gateway by name, as paths. */
interface Offered {
  pages: Record<string, string>
  calls: { method: string; path: string }[]
}

let listed: Promise<Offered> | undefined

/** Loads what this gateway offers, once per document. Without a list it is empty. */
export function loadOffered(): Promise<Offered> {
  listed ??= call<Offered>('GET', '/').catch(() => {
    listed = undefined // the next page asks again
    return { pages: {}, calls: [] }
  })
  return listed
}
