import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { gatewayViewOf } from '../../../../plugins/kit/gateway-view.js'
import { makeDocument } from '../../../../plugins/openapi/document.js'
import { loadTables, readTable } from '../../../../plugins/openapi/tables.js'

const file = join(__dirname, '../../../../config/gateway.config.yml')

/** The shipped YAML as steps see it: what a variable gives is a text. */
export const shippedView = () =>
  gatewayViewOf(
    parseSource(file, readFileSync(file, 'utf8'), (_, fallback) => fallback ?? '16')
      .value as Mapping,
  )

/** The document of the shipped YAML, but for the operations that search templates declare. */
export async function shippedDocument(over: unknown = readTable('directory/openapi.yml')) {
  const tables = await loadTables(over)
  return makeDocument(tables, shippedView(), { info: {}, isFree: false }) as OpenApi
}

export interface Schema {
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  oneOf?: { $ref: string }[]
  discriminator?: { mapping: Record<string, string> }
}

export interface Call {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-addition'?: true
  security: object[]
  parameters?: { name: string; schema: Schema }[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { schema: Schema & { required?: string[] } } }
  }
  responses: Record<string, { $ref: string }>
}

export interface OpenApi {
  info: Record<string, unknown>
  paths: Record<string, Record<string, Call>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, { content: { 'application/json': { schema: object } } }>
  }
}
