import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Part = Record<string, unknown>

/** A call as the OpenAPI document shows it, and where in the document. */
export interface DocumentedCall {
  method: string
  path: string
  operation: Operation
}

interface Operation {
  operationId: string
  security: Record<string, []>[]
  parameters?: {
    name: string
    in: string
    required: boolean
    example?: unknown
    schema: { items?: { enum: string[] } }
  }[]
  requestBody?: {
    required: boolean
    content: { 'application/json': { examples: Record<string, { value: object }> } }
  }
  responses: Record<string, Part>
}

/** An answer as a client sees it; names of headers in lower case. */
export interface SeenAnswer {
  status: number
  headers: Readonly<Record<string, unknown>>
  text: string
}

/** The document of the shipped YAML: made once in a run, by what `npm run openapi` runs. */
const document = JSON.parse(readShippedDocument()) as {
  paths: Record<string, Record<string, Operation>>
}

function readShippedDocument(): string {
  const file = join(process.env.TMPDIR!, 'openapi.json')
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const command = join(process.env.TEST_DIST ?? 'dist', 'dev/openapi.js')
  // other workers may look for it meanwhile
  const own = `${file}.${process.pid}`
  execFileSync(process.execPath, [command, own], { cwd: join(__dirname, '../..') })
  renameSync(own, file)
  return readFileSync(file, 'utf8')
}

/** Every call of the document. */
export const documentedCalls: DocumentedCall[] = Object.entries(document.paths).flatMap(
  ([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
)

/** Follows a pointer into the document (RFC 6901). */
function at(pointer: string): Part {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>(
    (value, step) => (value as Part)[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  ) as Part
}

/** Where a part is that may be referred to. */
function resolved(pointer: string): string {
  const { $ref } = at(pointer) as { $ref?: string }
  return $ref === undefined ? pointer : resolved($ref.slice(1))
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The codes that a call may be refused with, by the document. */
export function documentedCodes({ method, path, operation }: DocumentedCall): string[] {
  return Object.keys(operation.responses).flatMap((status) => {
    const { content } = at(resolved(responsePointer(method, path, status))) as {
      content?: { 'application/json': Part }
    }
    if (Number(status) < 400) return []
    // those of JSON-RPC are numbers, which the tests of MCP provoke
    const examples = Object.keys(content!['application/json'].examples as Part)
    return examples.filter((code) => /^[A-Z]/.test(code))
  })
}

function responsePointer(method: string, path: string, status: string | number): string {
  return `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`
}

/**
 * The call that a request makes, if the document shows of it. HEAD is described by GET. A path that
 * is written out is not a name in another one.
 */
export function documentedCall(method: string, target: string): DocumentedCall | undefined {
  const sent = target.split('?', 1)[0]!
  const exact = documentedCalls.filter(({ path }) => path === sent)
  const called = exact.length > 0 ? exact : documentedCalls.filter(({ path }) => fits(path, sent))
  return called.find(({ method: told }) => told === method)
}

function fits(path: string, sent: string): boolean {
  const [parts, segments] = [path.split('/'), sent.split('/')]
  return (
    parts.length === segments.length &&
    parts.every((part, i) => part.startsWith('{') || part === segments[i])
  )
}

/** The code of a refusal, if it has one; a message of JSON-RPC has ours within. */
export function codeIn(text: string): string | undefined {
  const { error } = text === '' ? {} : JSON.parse(text)
  return error?.data?.code ?? error?.code
}

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^@\s]+@[^@\s]+$/,
  // Widths of numbers for typed languages: no rule for a value
  double: true,
  int32: true,
  int64: true,
} as const
let ajv: Ajv2020 | undefined
const validators = new Map<string, ValidateFunction>()

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer)
  if (known) return known
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true })
    for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format)
    ajv.addSchema(document, 'openapi')
  }
  const made = ajv.compile({ $ref: `openapi#${pointer}` })
  validators.set(pointer, made)
  return made
}

/** What of an answer the document does not show; nothing when all is as documented. */
export function undocumented(
  { method, path }: DocumentedCall,
  { status, headers, text }: SeenAnswer,
): string[] {
  const call = `${method} ${path}`
  const pointer = responsePointer(method, path, status)
  const { responses } = documentedCalls.find(
    (one) => one.method === method && one.path === path,
  )!.operation
  if (!Object.hasOwn(responses, status))
    return [`${call}: status ${status} is not documented: ${text.slice(0, 200)}`]
  const response = resolved(pointer)
  const told = at(response) as { headers?: Part; content?: Part }
  const missing = Object.keys(told.headers ?? {})
    .filter((name) => headers[name.toLowerCase()] === undefined)
    .map((name) => `${call}: ${status} without the header ${name}`)
  if (!told.content) return text === '' ? missing : [...missing, `${call}: ${status} with a body`]
  const type = String(headers['content-type']).split(';')[0]!
  if (!Object.hasOwn(told.content, type))
    return [...missing, `${call}: ${status} is ${type}, which is not documented`]
  if (type !== 'application/json') return missing
  const code = status < 400 ? undefined : codeIn(text)
  const { examples } = told.content['application/json'] as { examples?: Part }
  if (code !== undefined && !Object.hasOwn(examples ?? {}, code))
    missing.push(`${call}: ${status} with ${code}`)
  const validate = validatorOf(`${response}/content/application~1json/schema`)
  if (validate(JSON.parse(text))) return missing
  const wrong = validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
  return [
    ...missing,
    `${call}: ${status} misses its schema: ${wrong.join('; ')}: ${text.slice(0, 300)}`,
  ]
}

function hasJson(response: string): boolean {
  return Object.hasOwn((at(response).content ?? {}) as object, 'application/json')
}

/** Members that the answers to all calls may have by their schemas: pointers into the document. */
export function documentedMembers(): Set<string> {
  const found = new Set<string>()
  const visited = new Set<string>()
  const visit = (pointer: string): void => {
    const place = resolved(pointer)
    if (visited.has(place)) return
    visited.add(place)
    const schema = at(place) as Part & { oneOf?: unknown[]; anyOf?: unknown[]; properties?: Part }
    for (const name of Object.keys(schema.properties ?? {})) {
      const member = `${place}/properties/${escaped(name)}`
      found.add(member)
      visit(member)
    }
    for (const word of ['oneOf', 'anyOf'] as const) {
      for (const i of (schema[word] ?? []).keys()) visit(`${place}/${word}/${i}`)
    }
    for (const word of ['items', 'additionalProperties']) {
      if (typeof schema[word] === 'object') visit(`${place}/${word}`)
    }
  }
  for (const { method, path, operation } of documentedCalls) {
    for (const status of Object.keys(operation.responses)) {
      const response = resolved(responsePointer(method, path, status))
      if (hasJson(response)) visit(`${response}/content/application~1json/schema`)
    }
  }
  return found
}

/** Adds the members that an answer has. */
export function noteMembers(
  seen: Set<string>,
  { method, path }: DocumentedCall,
  answer: SeenAnswer,
): void {
  const { status, headers, text } = answer
  if (text === '' || !String(headers['content-type']).startsWith('application/json')) return
  const note = (pointer: string, value: unknown): void => {
    const place = resolved(pointer)
    const schema = at(place) as Part & { oneOf?: unknown[]; anyOf?: unknown[]; properties?: Part }
    for (const word of ['oneOf', 'anyOf'] as const) {
      const fitting =
        schema[word]?.findIndex((_, i) => validatorOf(`${place}/${word}/${i}`)(value)) ?? -1
      if (fitting >= 0) note(`${place}/${word}/${fitting}`, value)
    }
    if (Array.isArray(value)) {
      if (typeof schema.items === 'object') for (const item of value) note(`${place}/items`, item)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        const known = schema.properties && Object.hasOwn(schema.properties, name)
        if (known) {
          seen.add(`${place}/properties/${escaped(name)}`)
          note(`${place}/properties/${escaped(name)}`, member)
        } else if (typeof schema.additionalProperties === 'object')
          note(`${place}/additionalProperties`, member)
      }
    }
  }
  const response = resolved(responsePointer(method, path, status))
  if (hasJson(response)) note(`${response}/content/application~1json/schema`, JSON.parse(text))
}
