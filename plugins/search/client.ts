import { createRequire } from 'node:module'

type Package = typeof import('@elastic/elasticsearch')

/**
 * What we need of the official client, from its CommonJS build: the same code as its 120 ES modules, whose loading takes 65 ms
 * more of each start.
 */
export const { BaseConnectionPool, Client } = createRequire(import.meta.url)('@elastic/elasticsearch') as Package
export type Client = InstanceType<Package['Client']>
