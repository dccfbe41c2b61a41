import type { Connection } from '@elastic/elasticsearch'
import { BaseConnectionPool } from '../../../kit/elasticsearch/client.js'
import { isUnavailable, reviveAfterMs, TargetPool } from '../target-pool.js'

/**
 * The engine's nodes as the client requests them; order and health are handled like those of all
 * targets.
 */
export class Nodes extends BaseConnectionPool {
  #rotation = makeRotation([])

  override update(nodes: Connection[]): this {
    super.update(nodes)
    this.#rotation = makeRotation(this.connections)
    return this
  }

  override getConnection(): Connection {
    return this.#rotation.next()
  }

  override markAlive(node: Connection): this {
    this.#rotation.markAvailable(node)
    return this
  }

  override markDead(node: Connection): this {
    this.#rotation.markUnavailable(node)
    return this
  }

  /** A search reached its deadline. @returns whether the node has answered nothing since. */
  markOverdue(node: Connection, startedAt: number): boolean {
    return this.#rotation.markOverdue(node, startedAt)
  }
}

function makeRotation(nodes: readonly Connection[]): TargetPool<Connection> {
  return new TargetPool(nodes, {
    kind: 'engine node',
    nameOf: (node) => node.url.origin,
    async probe(node) {
      const options = { requestId: 'probe', name: 'probe', context: null, timeout: reviveAfterMs }
      const { statusCode } = await node.request({ method: 'HEAD', path: '/' }, options)
      return !isUnavailable(statusCode)
    },
  })
}
