import { accessParams } from '../engine-access.js'
import type { ParamSchema } from '../policy.js'

/** The parameters of the micro-cache. */
export interface CacheParams {
  /** How long an answer is reused. */
  seconds: number
  /** Maximum size of all cached answers together. */
  maxBytes: number
}

const cacheParam: ParamSchema = {
  description:
    'Caches successful answers for some seconds, for equal searches of any caller, and ' +
    'merges equal concurrent searches. Default: no cache.',
  type: 'object',
  properties: {
    seconds: {
      description: 'How long an answer is cached, in seconds; at most 60.',
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 60,
    },
    maxBytes: {
      description:
        'Maximum size of the cache, in bytes, in each process. The least recently used ' +
        'answers are evicted.',
      type: 'integer',
      minimum: 65_536,
      maximum: 1_073_741_824,
      default: 67_108_864,
    },
  },
  required: ['seconds'],
  additionalProperties: false,
}

/** Parameters of the step `search`, which other steps name by an alias (`*search`). */
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
  slots: number | 'auto'
  cache?: CacheParams
}

/** The most searches at once in a process. */
export const mostSlots = 10_000

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
    type: ['integer', 'string'],
    minimum: 2,
    maximum: mostSlots,
    pattern: '^auto$',
    default: 'auto',
    description:
      'Maximum number of concurrent searches in each process, 2 or more; auto: one more than the ' +
      'data nodes have processors, divided by the WORKERS, and by the gateways that share a ' +
      'Redis. One is left to owners who have used the engine less than others.',
  },
  cache: cacheParam,
}

/** A parameter whose value is the parameters of a step `search`, by an alias. */
export function searchParam(sharing: string): ParamSchema {
  return {
    type: 'object',
    description:
      'Parameters of a step search, by an alias (*search): the engine, and the slots that ' +
      sharing,
    properties: paramSchemas,
    required: ['nodes'],
    additionalProperties: false,
  }
}
