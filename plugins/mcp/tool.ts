import type { Result } from '../../kit/api/envelope.js'
import type { ApiError } from '../../kit/api/errors.js'
import { isObject } from '../../kit/config/objects.js'
import type { SearchRequest } from '../kit/context.js'
import type { Schema } from '../kit/declared-operation.js'

/** A tool of the MCP endpoint. */
export interface Tool {
  name: string
  title: string
  description: string
  /** JSON Schema of the arguments. */
  inputSchema: { type: 'object' } & Record<string, unknown>
  /** JSON Schema of `structuredContent` of a result that is no error. */
  outputSchema: Schema & { type: 'object' }
  /** @throws ApiError VALIDATION_ERROR that names each wrong argument. */
  call(args: Readonly<Record<string, unknown>>): Called
}

/** A call with good arguments: its result, or the search that it depends on. */
export type Called = { result: ToolResult } | { searchFor(reply: ReplyWith): SearchRequest }

/** Makes the answer of a call from its result; the function may throw an ApiError. */
export type ReplyWith = (resultOf: () => ToolResult) => Result

/** What a caller's model reads. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  /** The same as the text, for programs; none of an error. */
  structuredContent?: Readonly<Record<string, unknown>>
  isError?: true
}

/** The result of a call that could not be answered. */
export function failed(reason: string): ToolResult {
  return { content: [{ type: 'text', text: reason }], isError: true }
}

/** `meta` of an answer as the GET has it, for a tool: absent when there is nothing to tell. */
export function withMeta(meta: object): { meta?: object } {
  return Object.keys(meta).length > 0 ? { meta } : {}
}

/** The schema of data with what `boundedResult` and `withMeta` may add to them. */
export function withAdditions({ properties, ...data }: Schema): Tool['outputSchema'] {
  const more = { type: 'string', description: 'What was left out, and how to get it.' }
  const meta = {
    type: 'object',
    description: 'What was understood and found instead; date and source of the data.',
    properties: { hints: { type: 'array', items: { type: 'string' } } },
  }
  return { ...data, type: 'object', properties: { ...(properties as Schema), more, meta } }
}

/** The mistakes of a refused call, each with the name of its argument. */
export function describeMistakes({ message, details }: ApiError): string {
  const named = Object.entries(details).flatMap(([name, of]) => {
    const errors = isObject(of) && Array.isArray(of._errors) ? of._errors.map(String) : []
    return errors.map((error) => (error.startsWith(`${name} `) ? error : `${name}: ${error}`))
  })
  return named.length > 0 ? named.join('; ') : message
}
