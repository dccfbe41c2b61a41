import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { replyTo } from '../../../plugins/mcp/protocol.js'
import type { Called, Tool } from '../../../plugins/mcp/tool.js'

/**
 * The tools that the conformance suite calls by their names, served by the product's code of the
 * protocol alone.
 */
export async function startDiagnosticServer(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (req, res) => {
    if (req.method !== 'POST') return res.writeHead(405).end()
    const message: unknown = JSON.parse(await text(req))
    const { status, body, called } = await replyTo(message, req.headers, tools)
    const result = called && 'result' in called ? called.result : undefined
    const whole = result ? { ...body, result: { ...(body?.result as object), ...result } } : body
    res.writeHead(status, { 'content-type': 'application/json' })
    return res.end(whole && JSON.stringify(whole))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const data = 'AAAA'
const image = { type: 'image', data, mimeType: 'image/png' }
const resource = { uri: 'test://resource', mimeType: 'text/plain', text: 'A resource.' }
const plain = { type: 'text', text: 'A text.' }

const contents: Record<string, object[]> = {
  test_simple_text: [plain],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data, mimeType: 'audio/wav' }],
  test_embedded_resource: [{ type: 'resource', resource }],
  test_multiple_content_types: [plain, image, { type: 'resource', resource }],
  // that their answers hold no requests and no log entries is what is looked at
  test_streaming_elicitation: [plain],
  test_logging_tool: [plain],
  json_schema_2020_12_tool: [plain],
}

/** With each keyword that the suite looks for. */
const schemas: Record<string, object> = {
  json_schema_2020_12_tool: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: { address: { $anchor: 'addressDef', type: 'object' } },
    properties: { address: { $ref: '#/$defs/address' } },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { required: ['phone'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  },
}

function toolOf(name: string, result: object): [string, Tool] {
  const inputSchema = { type: 'object' as const, ...schemas[name] }
  // its contents are of more types than those of the product's tools
  const call = () => ({ result }) as Called
  return [name, { name, title: name, description: name, inputSchema, call }]
}

const tools = new Map([
  ...Object.entries(contents).map(([name, content]) => toolOf(name, { content })),
  toolOf('test_error_handling', { content: [plain], isError: true }),
])
