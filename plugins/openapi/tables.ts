import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { ErrorCode, ErrorDetails } from '../../kit/api/errors.js'
import { isObject } from '../../kit/config/objects.js'
import { parseYaml } from '../../kit/config/yaml/source.js'
import { inProject } from '../../kit/process/product-folder.js'
import { type Schema, toSchema } from './schemas.js'

/** What a call takes and answers (tables/calls.yml says how it is written). */
export interface Call {
  operationId: string
  /** Its methods and path; or the steps of the pipeline that answers it, at any path. */
  at: string
  summary: string
  description: string
  /** False for the calls of the first version; the others are marked as additions. */
  isAddition: boolean
  /** What it takes: nothing, an access token, or an API key too. */
  access: 'none' | 'token' | 'any'
  /** Parameters, or their names in the table of parameters. */
  parameters: readonly (string | Schema)[]
  /** Schema of the body; without it the call takes none. */
  body?: Schema
  isBodyOptional?: boolean
  /** Whether its refusals are messages of JSON-RPC. */
  isRpc?: boolean
  /** Bodies by name, each with `value` and perhaps `summary`. */
  examples?: Readonly<Record<string, unknown>>
  /** Status of a good answer. */
  status: 200 | 201 | 202
  /** Name of the schema of `data`; without it the answer is only of the types in `content`. */
  data?: string
  /** Schema of `meta`. */
  meta: string
  /** Whether the answer also has a note for people. */
  message?: boolean
  /** Headers of a good answer besides those of every answer. */
  headers: readonly string[]
  /** Good answers of other types than JSON in an envelope. */
  content?: Readonly<Record<string, Schema>>
  /** Codes, or names of sets of codes, that it may be refused with besides `always`. */
  refusals: readonly string[]
  /** Codes of these sets that it never has. */
  never: readonly ErrorCode[]
  /** Responses by status, in place of those that the members above describe. */
  responses?: Readonly<Record<string, Schema>>
}

/** Calls of one subject. */
export interface Group {
  name: string
  description: string
  /** What its calls have unless they say otherwise; `refusals` are added to theirs. */
  defaults?: Partial<Call>
  calls: Readonly<Record<string, Partial<Call>>>
}

/** What the document is made of besides the YAML of the gateway. */
export interface Tables {
  title: string
  /** The first paragraph of the description: what the API is about. */
  about: string
  /** The other paragraphs. */
  description: string
  groups: Readonly<Record<string, Group>>
  parameters: Readonly<Record<string, Schema>>
  /** Name of the schema of a record in answers of search templates. */
  record: string
  schemas: Record<string, Schema>
  /** `data` of the answers, by the names of their schemas. */
  answers: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, Schema>>
  securitySchemes: Readonly<Record<string, Schema>>
  /** Sets of codes by name. */
  refusals: Readonly<Record<string, readonly ErrorCode[]>>
  statuses: Readonly<Record<number, { description: string; headers?: readonly string[] }>>
  /** What `error` is like: the schema of its details, and an example. */
  errors: Readonly<Partial<Record<ErrorCode, ErrorExample>>>
}

/** An example of `error`, without its code. */
export interface ErrorExample {
  message: string
  details?: ErrorDetails
  /** Name of the schema of the details; none: they are empty. */
  schema?: string
}

const files = ['document', 'auth-calls', 'calls', 'schemas', 'answers', 'errors']

/**
 * The tables of this folder, with what describes this gateway laid over them.
 * @param over The file of the operator, parsed.
 */
export async function loadTables(over: unknown = {}): Promise<Tables> {
  const read: unknown[] = []
  for (const name of files) {
    read.push(readTable(`plugins/openapi/tables/${name}.yml`))
    await setImmediate() // other requests are answered meanwhile
  }
  const tables = [...read, over].reduce<unknown>(merge, {}) as Tables
  return {
    ...tables,
    schemas: mapValues(tables.schemas, (schema) => toSchema(inherit(schema, tables.schemas))),
    headers: mapValues(tables.headers, toHeader),
    parameters: mapValues(tables.parameters, (parameter, name) => ({
      ...{ name, required: false, ...parameter },
      schema: toSchema(parameter.schema),
    })),
  }
}

/** A schema as written, with what it does not say itself of the one that it is `like`. */
function inherit(schema: Schema, schemas: Tables['schemas']): unknown {
  const { like, ...own } = schema
  return typeof like === 'string' ? merge(schemas[like]!, own) : own
}

/** A header that is always there. @param written Its schema, as the tables write it. */
function toHeader(written: Schema): Schema {
  const { description, ...schema } = toSchema(written)
  return { description, required: true, schema }
}

function mapValues(
  table: Readonly<Record<string, Schema>>,
  convert: (value: Schema, name: string) => Schema,
): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(table).map(([name, value]) => [name, convert(value, name)]),
  )
}

/** A YAML file of the project, as written. */
export function readTable(file: string): unknown {
  return parseYaml(readFileSync(inProject(file), 'utf8'))
}

/** Mappings are merged member by member; of anything else the second one counts. */
function merge<Value>(one: Value, other: unknown): Value {
  if (!isObject(one) || !isObject(other)) return other as Value
  const merged = Object.entries(other).map(([key, value]) => [
    key,
    Object.hasOwn(one, key) ? merge(one[key], value) : value,
  ])
  return { ...one, ...Object.fromEntries(merged) }
}
