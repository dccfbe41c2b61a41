import { mustCall } from '../call.js'
import { startChild } from '../child.js'
import { logIn, mintKey, startAuthService, startGateway } from '../running.js'
import { startGo } from './go.js'

/** A program under measurement. */
export interface Program {
  name: string
  url: string
  /** With its children it is all that the program is. */
  pid: number
}

/** All that take part, before one engine and with the credentials of one auth service. */
export interface Field {
  engine: Program
  /** The leanest program that does the work on Node; the others are compared with it. */
  leanest: Program
  /** Express, stock express-gateway, and Go where it is installed. */
  others: Program[]
  gateway: Program
  /** Starts a further gateway. */
  startGateway(name: string, settings: NodeJS.ProcessEnv): Promise<Program>
  token: string
  key: string
  stop(): Promise<void>
}

export async function startField(): Promise<Field> {
  const engine = await startChild('./engine.js', { isHelper: true })
  const auth = await startAuthService()
  const { internalUrl, url } = auth.addresses
  const token = await logIn(url, auth.admin)
  const { key } = await mintKey(url, token)
  const { keys } = await mustCall<{ keys: { key: string }[] }>(
    `${internalUrl}/internal/public-keys`,
    { method: 'GET', credential: auth.secrets.service },
  )
  const publicKey = keys[0]!.key
  const peer = async (name: string): Promise<Program> => {
    const env = { ENGINE_URL: engine.url, PUBLIC_KEY: publicKey }
    return { name, ...(await startChild(`./peers/${name}.js`, { env })) }
  }
  const stops: (() => unknown)[] = []
  const gateway = async (name: string, settings?: NodeJS.ProcessEnv): Promise<Program> => {
    const { addresses, pid, stop } = await startGateway(auth, engine.url, settings)
    stops.push(stop)
    return { name, url: addresses.url, pid }
  }
  const go = await startGo(engine.url, publicKey)
  if (go) stops.push(go.stop)
  return {
    engine: { name: 'engine', ...engine },
    leanest: await peer('leanest'),
    others: [
      ...(go ? [{ name: 'go', ...go }] : []),
      await peer('express'),
      await peer('stock-gateway'),
    ],
    gateway: await gateway('gateway'),
    startGateway: gateway,
    ...{ token, key },
    async stop() {
      for (const stop of stops) await stop()
      await auth.stop()
    },
  }
}
