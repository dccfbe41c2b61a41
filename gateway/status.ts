import { existsSync, readFileSync } from 'node:fs'
import { requiredSetting, setting } from '../kit/settings.js'
import { isMapping, type Mapping } from '../kit/yaml/mapping.js'
import type { Loaded } from './load.js'
import { type Answer, type ProbeOptions, probe } from './probe.js'

/** `/status` of the admin listener (DESIGN 5, contract). */
export interface Status {
  version: string
  uptimeSeconds: number
  workers: number
  engine: { kind: 'elasticsearch' | 'embedded'; nodes: { url: string; healthy: boolean }[] }
  config: { hash: string; loadedAt: string; lastReloadError: string | null }
  upstreams: { name: string; urls: string[] }[]
}

/** Whether requests can be served: the configuration is loaded, and the auth service answers. */
export async function isReady(): Promise<boolean> {
  const answer = await probe(`${requiredSetting('AUTH_INTERNAL_URL')}/internal/health`)
  return answer?.status === 200
}

export async function statusOf({ config, loadedAt }: Pick<Loaded, 'config' | 'loadedAt'>): Promise<Status> {
  return {
    version,
    uptimeSeconds: Math.round(process.uptime()),
    workers: 1,
    engine: await engineStatus(),
    config: { hash: config.hash, loadedAt: loadedAt.toISOString(), lastReloadError: null },
    upstreams: upstreamsOf(config.gateway.value),
  }
}

/** Asks every node of ELASTICSEARCH_URL at once, with the gateway's own credential. */
async function engineStatus(): Promise<Status['engine']> {
  const urls = (setting('ELASTICSEARCH_URL') ?? '').split(',').map((url) => url.trim())
  const options = engineOptions()
  const answers = await Promise.all(
    urls
      .filter((url) => URL.canParse(url))
      .map(async (url) => ({ url: withoutCredentials(url), answer: await probe(url, options) })),
  )
  return {
    kind: answers.some(({ answer }) => answer?.headers['x-directory-engine'] === 'embedded')
      ? 'embedded'
      : 'elasticsearch',
    nodes: answers.map(({ url, answer }) => ({ url, healthy: isHealthy(answer) })),
  }
}

/**
 * Whether it is a node that serves us. A credential that may only search is forbidden (403) to read the greeting at `/`,
 * and a node without that page answers 405; but one that does not know the credential (401) serves no search.
 */
function isHealthy(answer: Answer | undefined): boolean {
  const isNode = answer?.headers['x-elastic-product'] === 'Elasticsearch'
  return isNode && answer.status < 500 && answer.status !== 401
}

function engineOptions(): ProbeOptions {
  const key = setting('ELASTICSEARCH_API_KEY')
  const name = setting('ELASTICSEARCH_USERNAME')
  const basic = Buffer.from(`${name}:${setting('ELASTICSEARCH_PASSWORD') ?? ''}`).toString('base64')
  const authorization = key !== undefined ? `ApiKey ${key}` : name !== undefined ? `Basic ${basic}` : undefined
  const ca = setting('ELASTICSEARCH_CA')
  return {
    ...(authorization === undefined ? {} : { headers: { authorization } }),
    ...(ca === undefined ? {} : { ca: readFileSync(ca, 'utf8') }),
  }
}

function upstreamsOf({ serviceEndpoints }: Mapping): Status['upstreams'] {
  return Object.entries(isMapping(serviceEndpoints) ? serviceEndpoints : {}).map(([name, service]) => {
    const { url, urls } = service as { url?: string; urls?: string[] }
    return { name, urls: (urls ?? [url ?? '']).map(withoutCredentials) }
  })
}

function withoutCredentials(text: string): string {
  const { origin, pathname } = new URL(text)
  return pathname === '/' ? origin : origin + pathname
}

/** The version in the nearest package.json: beside this folder in the sources, one further up in dist/. */
const version = ((): string => {
  const files = ['../package.json', '../../package.json'].map((path) => new URL(path, import.meta.url))
  const file = files.find((url) => existsSync(url))
  return file ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version : 'unknown'
})()
