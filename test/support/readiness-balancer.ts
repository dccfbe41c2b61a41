import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningHost } from '../http/gateway/project.js'

/**
 * A load balancer like those of Kubernetes and of clouds: it learns of the end of a gateway by its
 * readiness alone, and sends each request once.
 * @param gateways Their hosts are read anew, as a gateway is restarted.
 */
export async function startReadinessBalancer(
  gateways: readonly { host: RunningHost }[],
  everyMs: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true })
  let ready = [...gateways]
  let turn = 0
  const probe = async () => {
    const answers = await Promise.all(
      gateways.map(({ host }) =>
        fetch(`${host.adminUrl}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = gateways.filter((_, i) => answers[i])
  }
  const timer = setInterval(() => void probe(), everyMs)
  const server = createServer((req, res) => {
    const target = ready[turn++ % ready.length]
    if (!target) return void res.writeHead(503).end('no gateway is ready')
    const { method, headers, url } = req
    const sent = request(new URL(url!, target.host.url), { agent, method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(res)
    })
    sent.on('error', ({ message }) => res.writeHead(502).end(message))
    return void req.pipe(sent)
  })
  // By default it ends idle connections after 5 s, while it passes on the gateway's promise of 65:
  // a request on one that ends at that moment is lost
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
