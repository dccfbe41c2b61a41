import { createRequire } from 'node:module'
import { routerOptions } from '../../../gateway/host/lean-router.js'
import { listOf, type Mapping } from '../../../kit/config/yaml/mapping.js'

/** express-gateway's own matching: its routers and virtual hosts, built from the YAML. */

export interface Sent {
  method: string
  host: string | undefined
  path: string
}

/** Where the entry that the host runs first is in the YAML, and its path; undefined for none. */
export type Taken = string | undefined

type Next = (error?: unknown) => void
interface HostRequest {
  egContext: { apiEndpoint: { entry: string } }
  route: { path: string }
  taken(found: Taken): void
}
type App = (req: object, res: object, next: Next) => void

const inside = createRequire(require.resolve('stock-express-gateway'))
const express = inside('express') as { (): App; Router(options?: object): unknown }
const { Router } = express
express.Router = (options) => Router({ ...options, ...routerOptions })

const { register } = inside('./policies') as { register(policy: object): void }
const { bootstrap } = inside('./gateway/pipelines') as {
  bootstrap(options: object): Promise<App>
}
register({
  name: 'mark',
  schema: { $id: 'mark', type: 'object' },
  policy: () => (req: HostRequest) =>
    req.taken(`${req.egContext.apiEndpoint.entry} ${req.route.path}`),
})

/** Builds the host's routers. @returns what they do with a request. */
export async function hostOf(gatewayConfig: Mapping): Promise<(sent: Sent) => Promise<Taken>> {
  const config = structuredClone(gatewayConfig)
  for (const [name, endpoint] of Object.entries(config.apiEndpoints as Mapping)) {
    for (const [entry, at] of listOf(endpoint, [name]))
      Object.assign(entry as Mapping, { entry: at.join('.') })
  }
  const app = await bootstrap({ app: express(), config: { gatewayConfig: config } })
  return ({ method, host, path }) =>
    new Promise((resolve, reject) => {
      const headers = host === undefined ? {} : { host }
      const req = { method, url: path, headers, taken: resolve }
      const res = { setHeader: () => undefined }
      app(req, res, (error) => (error ? reject(error) : resolve(undefined)))
    })
}
