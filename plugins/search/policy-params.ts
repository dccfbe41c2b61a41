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
  expensiveSlots: number
  expensiveShare: number
  dearShare?: number
  cache?: CacheParams
}

const share = { type: 'number', exclusiveMinimum: 0, maximum: 1 } as const

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
    minimum: 4,
    maximum: 10_000,
    default: 128,
    description:
      'Maximum number of concurrent searches in each process, besides expensive ones. The ' +
      'rest wait, in one queue per owner.',
  },
  expensiveSlots: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 1,
    description:
      'Maximum number of concurrent expensive searches in each process. Leave a processor of ' +
      'each node to the other searches.',
  },
  expensiveShare: {
    ...share,
    default: 0.1,
    description:
      'A search with at least this share of maxCost, or of 10,000 hits, is expensive, and ' +
      'waits for one of the expensiveSlots.',
  },
  dearShare: { ...share, deprecated: true, description: 'The former name of expensiveShare.' },
  cache: cacheParam,
}
