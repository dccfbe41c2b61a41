import { ClusterConnectionPool, type Connection } from '@elastic/elasticsearch'
import { log } from '../../kit/log.js'

type PoolOptions = ConstructorParameters<typeof ClusterConnectionPool>[0]
type ResurrectOptions = Parameters<ClusterConnectionPool['resurrect']>[0]

/** How soon a dead node is asked again, in milliseconds (the client's own default of a minute is far too long). */
const reviveAfterMs = 1000

/**
 * The engine's nodes and their health. A dead node gets no search while another one lives; as long as there is
 * traffic it is asked `HEAD /` once a second, so that no caller has to find out that it is back. When all nodes are
 * dead, all of them are tried.
 */
export class Nodes extends ClusterConnectionPool {
  readonly #answeredAt = new WeakMap<Connection, number>()

  constructor(options: PoolOptions) {
    super(options)
    this.resurrectTimeout = reviveAfterMs
    this.resurrectTimeoutCutoff = 0 // the delay never grows
  }

  override markAlive(node: Connection): this {
    this.#answeredAt.set(node, performance.now())
    if (this.dead.includes(node.id)) log.info({ node: node.url.origin }, 'engine node is back')
    return super.markAlive(node)
  }

  override markDead(node: Connection): this {
    if (!this.dead.includes(node.id)) log.warn({ node: node.url.origin }, 'engine node is away')
    return super.markDead(node)
  }

  /** A search ran into its deadline: the node is dead only if it has answered nobody since, else the query was slow. */
  markOverdue(node: Connection | null, startedAt: number): void {
    if (node && (this.#answeredAt.get(node) ?? 0) < startedAt) this.markDead(node)
  }

  override resurrect({ now, requestId, name, context }: ResurrectOptions): void {
    const node = this.connections.find(({ id }) => id === this.dead[0])
    if (!node || now < node.resurrectTimeout) return
    node.resurrectTimeout = now + reviveAfterMs // one question at a time, however many searches come by
    this.dead.push(this.dead.shift()!)
    const options = { requestId, name, context, timeout: reviveAfterMs }
    node.request({ method: 'HEAD', path: '/' }, options).then(
      ({ statusCode }) => {
        if (statusCode < 500) this.markAlive(node)
      },
      () => {}, // still dead
    )
  }
}
