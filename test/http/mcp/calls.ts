import { Ajv2020 } from 'ajv/dist/2020.js'

/** Calls of the MCP endpoint, as clients of both revisions write them. */

export interface McpAnswer {
  status: number
  headers: Headers
  text: string
  /** The JSON-RPC message, or our envelope. */
  body: {
    id?: unknown
    result?: { content?: { text: string }[]; isError?: boolean } & Record<string, unknown>
    error?: { code: unknown; message: string; data?: { code?: string } }
  }
}

export type Sent = Readonly<Record<string, string>>

/** A POST with any body. */
export async function post(
  url: string,
  body: string | Buffer,
  headers: Sent = {},
): Promise<McpAnswer> {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  const text = await answer.text()
  const { status, headers: told } = answer
  return { status, headers: told, text, body: text === '' ? {} : JSON.parse(text) }
}

/** The data that the text of a result holds. */
export function dataIn({ body }: McpAnswer): Record<string, unknown> {
  return JSON.parse(body.result!.content![0]!.text)
}

const isFormat = true // widths of numbers for typed languages

/**
 * Calls each tool as a client with some headers, and compares every answer with the `outputSchema`
 * of its tool, and with its text.
 */
export async function expectStructured(url: string, calls: [string, object][], headers: Sent = {}) {
  const ajv = new Ajv2020({ formats: { double: isFormat, int64: isFormat } })
  const { tools } = (await post(url, message('tools/list'), headers)).body.result as {
    tools: { name: string; outputSchema: object }[]
  }
  expect([...new Set(calls.map(([name]) => name))].sort()).toEqual(
    tools.map(({ name }) => name).sort(),
  )
  for (const [name, args] of calls) {
    const answer = await post(url, callOf(name, args), headers)
    const { structuredContent, isError } = answer.body.result!
    expect({ name, args, isError }).toEqual({ name, args })
    expect(structuredContent).toEqual(dataIn(answer))
    const { outputSchema } = tools.find((tool) => tool.name === name)!
    expect(outputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    ajv.validate(outputSchema, structuredContent)
    expect({ name, args, errors: ajv.errors }).toEqual({ name, args, errors: null })
  }
}

/** A message of the revisions that begin with `initialize`. */
export function message(method: string, params: object = {}, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export const callOf = (name: string, args: object = {}): string =>
  message('tools/call', { name, arguments: args })

const revision = '2026-07-28'
const about = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A message of the revision that carries all in each message, and its headers. */
export function modern(method: string, params: { name?: string; [name: string]: unknown } = {}) {
  return {
    body: message(method, { ...params, _meta: about }),
    headers: {
      'mcp-protocol-version': revision,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
  }
}
