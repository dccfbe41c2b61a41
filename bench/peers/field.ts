import { mustCall } from '../call.js'
import { startChild } from '../child.js'
import { logIn, mintKey, startAuthService, startGateway } from '../running.js'

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
  /** Express and stock express-gateway. */
  others: Program[]
  gateway: Program
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
  const gateway = await startGateway(auth, engine.url)
  return {
    engine: { name: 'engine', ...engine },
    leanest: await peer('leanest'),
    others: [await peer('express'), await peer('stock-gateway')],
    gateway: { name: 'gateway', url: gateway.addresses.url, pid: gateway.pid },
    ...{ token, key },
    async stop() {
      await gateway.stop()
      await auth.stop()
    },
  }
}
