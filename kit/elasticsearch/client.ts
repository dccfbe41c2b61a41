import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Access } from './access.js'

type Package = typeof import('@elastic/elasticsearch')
type ClientOptions = ConstructorParameters<Package['Client']>[0]
type Call = Parameters<InstanceType<Package['Transport']>['request']>

/**
 * The parts that we use of the official client, from its CommonJS build: the same code as its 120
 * ES modules, which add 65 ms to each start.
 */
export const { BaseConnection, BaseConnectionPool, Client, errors, Serializer, Transport } =
  createRequire(import.meta.url)('@elastic/elasticsearch') as Package
export type Client = InstanceType<Package['Client']>

/** What its user decides of a client: time limit, retries, and what `search` replaces. */
export type ClientSettings = Omit<ClientOptions, 'node' | 'nodes' | 'auth' | 'Transport'> & {
  /** Milliseconds until the answer. */
  requestTimeout: number
  /** How often a request that gets no answer, or 502, 503 or 504, is sent to the next node. */
  maxRetries: number
  /**
   * The waits, in milliseconds, before a request is sent once more while the engine is overloaded
   * or unavailable, after the retries; by default none.
   */
  waitsMs?: readonly number[]
}

/** How the clients that are made from now on connect, if not by the network. */
let connections: ClientOptions['Connection'] | undefined

/**
 * Lets a trial of a configuration answer in place of an engine: clients that are made from now on
 * have these connections; without them those of the network again.
 */
export function setConnection(own: ClientOptions['Connection'] | undefined): void {
  connections = own
}

/**
 * The one way to an Elasticsearch: its nodes, credential and CA. The caller closes the client.
 * @throws Error of the client when the settings are wrong.
 */
export function elasticsearchClient(
  { nodes, auth, ca }: Access,
  { tls, waitsMs = [], ...settings }: ClientSettings,
): Client {
  return new Client({
    nodes,
    ...(auth && { auth }),
    ...((tls || ca !== undefined) && { tls: { ...tls, ...(ca !== undefined && { ca }) } }),
    Transport: waitingTransport(waitsMs),
    enableMetaHeader: false,
    ...(connections && { Connection: connections }),
    ...settings,
  })
}

/** The status of a refusal; undefined when there was no answer, or none of Elasticsearch. */
export function readStatusCode(error: unknown): number | undefined {
  return error instanceof errors.ResponseError ? error.statusCode : undefined
}

/** Whether no node has answered in time. */
export function isSilence(error: unknown): boolean {
  const { ConnectionError, NoLivingConnectionsError, TimeoutError } = errors
  return [ConnectionError, NoLivingConnectionsError, TimeoutError].some(
    (Silence) => error instanceof Silence,
  )
}

/** Whether a request that was refused with this status may succeed when it is sent again. */
export function isBusy(status: number | undefined): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}

/** The client's own transport never retries a 429, and retries a 503 without a wait. */
function waitingTransport(waitsMs: readonly number[]): typeof Transport {
  return class extends Transport {
    override async request(...call: Call): Promise<never> {
      for (const wait of waitsMs) {
        try {
          return (await super.request(...call)) as never
        } catch (error) {
          if (!isSilence(error) && !isBusy(readStatusCode(error))) throw error
        }
        await sleep(wait * (0.5 + Math.random() / 2)) // not all clients at the same moment
      }
      return super.request(...call) as Promise<never>
    }
  }
}
