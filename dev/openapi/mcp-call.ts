import type { ErrorCode } from '../../kit/api/errors.js'
import { type Call, everywhere, ofSearches } from './call.js'
import {
  anyObject,
  anyOf,
  exactly,
  headersNamed,
  oneOfTexts,
  ref,
  type Schema,
} from './json-schema.js'
import { responseOf } from './responses.js'

const id = anyOf([{ type: 'string' }, { type: 'integer', format: 'int64' }, { type: 'null' }])
const jsonrpc = oneOfTexts('2.0')

/** Schemas of the messages of MCP, which are JSON-RPC. */
export const mcpSchemas: Readonly<Record<string, Schema>> = {
  McpRequest: {
    type: 'object',
    description: 'A message of MCP; one without `id` is a notification.',
    properties: { jsonrpc, id, method: { type: 'string' }, params: anyObject },
    required: ['jsonrpc', 'method'],
    additionalProperties: true,
  },
  McpAnswer: exactly(
    {
      ...{ jsonrpc, id, result: anyObject },
      error: {
        type: 'object',
        properties: { code: { type: 'integer', format: 'int32' }, message: { type: 'string' } },
        required: ['code', 'message'],
        additionalProperties: true,
      },
    },
    ['result', 'error'],
  ),
}

const codes = [...everywhere, ...ofSearches, 'ELASTICSEARCH_UNAVAILABLE'] as const

/** The call of MCP clients: `data` and errors are those of JSON-RPC, refusals before it ours. */
export const mcpCall: Call = {
  method: 'POST',
  path: '/api/v1/mcp',
  operationId: 'mcp',
  tag: 'Organizations',
  summary: 'Tools for AI assistants',
  description:
    'The Model Context Protocol, streamable HTTP without sessions, revisions 2025-11-25 and ' +
    '2026-07-28. The tools are the declared searches of this API. Answers are JSON-RPC ' +
    'messages; the refusal of a credential or of a limit is an envelope.',
  isAddition: true,
  access: 'any',
  body: {
    schema: ref('McpRequest'),
    examples: {
      call: {
        summary: 'Food banks in Rhode Island',
        value: {
          ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
          params: { name: 'find_organizations', arguments: { q: 'food bank', region: 'RI' } },
        },
      },
      list: { summary: 'The tools', value: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
    },
  },
  success: { status: 200, data: 'plain' },
  codes,
  responses: {
    200: {
      description: 'The answer.',
      headers: headersNamed(['X-Request-Id']),
      content: { 'application/json': { schema: ref('McpAnswer') } },
    },
    202: {
      description: 'A notification was accepted.',
      headers: headersNamed(['X-Request-Id']),
    },
    400: withFaults(400, {
      '-32700': 'The body is not JSON',
      '-32600': 'Not a JSON-RPC message',
      '-32000': 'Unknown revision',
      '-32020': 'Headers and body disagree',
    }),
    403: withFaults(403, { '-32000': 'The origin of the page is not allowed' }),
    404: withFaults(404, { '-32601': 'Unknown method, revision 2026-07-28' }),
  },
}

/** The refusals of a status: those of our codes, and those of JSON-RPC. */
function withFaults(status: number, faults: Readonly<Record<string, string>>): Schema {
  const ofStatus: Partial<Record<number, readonly ErrorCode[]>> = {
    400: ['VALIDATION_ERROR'],
    403: ['FORBIDDEN'],
  }
  const ours = responseOf(status, ofStatus[status] ?? [])
  const { content, description } = ours as {
    content: { 'application/json': { examples: Record<string, Schema> } }
    description: string
  }
  const { examples } = content['application/json']
  const rows = Object.entries(faults)
  const lines = rows.map(([code, cause]) => `- ${code}: ${cause}.`)
  const schema = ofStatus[status]
    ? { anyOf: [ref('ErrorEnvelope'), ref('McpAnswer')] }
    : ref('McpAnswer')
  return {
    description: [description, ...lines].join('\n'),
    headers: headersNamed(['X-Request-Id']),
    content: {
      'application/json': {
        schema,
        examples: {
          ...examples,
          ...Object.fromEntries(
            rows.map(([code, message]) => [
              code,
              {
                summary: message,
                value: { jsonrpc: '2.0', id: null, error: { code: Number(code), message } },
              },
            ]),
          ),
        },
      },
    },
  }
}
