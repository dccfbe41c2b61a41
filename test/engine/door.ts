import { Agent, fetch } from 'undici'
import { type RunningStack, type StackOptions, startStack } from '../support/stack.js'

/** An answer of the gateway. */
export interface Answer {
  status: number
  body: {
    data: { results: { id: string }[]; total: number; aggregations?: unknown }
    error: { code: string; message: string; details: Record<string, unknown> }
  }
}

export interface NodeHealth {
  url: string
  healthy: boolean
}

/** A gateway in front of real nodes, and an API key for it. */
export interface Door {
  stack: RunningStack
  /** Asks as an API consumer does; `signal` disconnects. */
  search(index: string, body: object, signal?: AbortSignal): Promise<Answer>
  /** The nodes as /status shows them. */
  nodes(): Promise<NodeHealth[]>
  close(): Promise<void>
}

/** In front of the node that all tests share, unless an option names another. */
export async function openDoor(options: StackOptions = {}): Promise<Door> {
  const stack = await startStack(options)
  const key = await stack.mintKey()
  // A connection for each of a thousand searches would measure the machine's sockets
  const dispatcher = new Agent({ connections: 64 })
  return {
    stack,
    async search(index, body, signal) {
      const response = await fetch(`${stack.url}/api/v1/organizations/search`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ index, body }),
        dispatcher,
        ...(signal && { signal }),
      })
      return { status: response.status, body: (await response.json()) as Answer['body'] }
    },
    async nodes() {
      const response = await fetch(`${stack.gateway.adminUrl}/status`)
      const { engine } = (await response.json()) as { engine: { nodes: NodeHealth[] } }
      return engine.nodes.map(({ url, healthy }) => ({ url, healthy }))
    },
    async close() {
      await dispatcher.destroy()
      await stack.stop()
    },
  }
}
