import { accessParams } from '../kit/engine-access.js'
import type { ParamSchema } from '../kit/policy.js'
import { type CacheParams, cacheParam } from './cache.js'

/** Parameters of the policy, as in the YAML. */
export interface SearchParams {
  nodes: string
  apiKey?: string | null
  username?: string | null
  password?: string | null
  ca?: string | null
  version: string
  timeoutMs: number
  maxResponseBytes: number
  readyWithoutEngine: boolean
  slots: number
  cache?: CacheParams
}

/** JSON Schema of the parameters. */
export const paramSchemas: Record<keyof SearchParams, ParamSchema> = {
  ...accessParams,
  version: { type: 'string', default: 'v9', description: 'Engine version, for answers.' },
  timeoutMs: {
    type: 'integer',
    minimum: 1,
    default: 10_000,
    description: 'Maximum duration of a search, to the last byte of the answer, in milliseconds.',
  },
  maxResponseBytes: {
    type: 'integer',
    minimum: 1024,
    maximum: 67_108_864,
    default: 16_777_216,
    description: 'Maximum size of an answer of the engine, in bytes; at most 64 MiB.',
  },
  readyWithoutEngine: {
    type: 'boolean',
    default: true,
    description:
      'Whether /readyz stays 200 while no node of the engine answers; with false it becomes 503.',
  },
  slots: {
    type: 'integer',
    minimum: 2,
    maximum: 10_000,
    default: 3,
    description:
      'Maximum number of concurrent searches in each process: one more than the engine has ' +
      'processors, divided by the WORKERS. One owner gets all but one. The rest wait: the next is ' +
      'of the owner who has used the engine least lately.',
  },
  cache: cacheParam,
}
