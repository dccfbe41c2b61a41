import type { IncomingHttpHeaders } from 'node:http'
import type { Server as McpServer } from '@modelcontextprotocol/server'
import { ApiError } from '../../kit/api/errors.js'
import { isObject } from '../../kit/config/objects.js'
import { vocabulary } from '../kit/vocabulary.js'
import { withParamsFault } from './params-fault.js'
import { type Called, failed, mistakesIn, type Tool } from './tool.js'

/** The package, loaded by the first call: it takes 150 ms and 26 MB. */
let loading: Promise<typeof import('@modelcontextprotocol/server')> | undefined

/** The answer to a message. */
export interface Reply {
  /** HTTP status. */
  status: number
  /** A JSON-RPC message; undefined: the body is empty. */
  body: Record<string, unknown> | undefined
  /** The call of a tool, whose result the message lacks. */
  called?: Called | undefined
}

/** The tools of a server, by name. */
type Tools = ReadonlyMap<string, Tool>

/**
 * Answers a message of a client, of the revisions that begin with `initialize` and of those that
 * carry all in each message. Nothing is kept between messages.
 * @throws Whatever a tool throws that is no refusal of arguments.
 */
export async function replyTo(
  message: unknown,
  headers: IncomingHttpHeaders,
  tools: Tools,
): Promise<Reply> {
  loading ??= import('@modelcontextprotocol/server')
  const sdk = await loading
  const call: ToolCall = {}
  const server = serverOf(sdk, tools, call)
  const request = requestOf(headers)
  const sent = { parsedBody: message }
  let response: Response
  if (await sdk.isLegacyRequest(request.clone(), message)) {
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    response = await transport.handleRequest(request, sent)
  } else {
    const options = { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 } as const
    response = await sdk.createMcpHandler(() => server, options).fetch(request, sent)
    if (response.ok && isSubscription(message)) response = noSubscriptions(message.id)
  }
  const text = await response.text()
  await server.close()
  if (call.failure !== undefined) throw call.failure
  const answer: unknown = text === '' ? undefined : JSON.parse(text)
  const body = isObject(answer) ? withParamsFault(answer) : undefined
  return { status: response.status, body, called: call.called }
}

interface Subscription {
  method: 'subscriptions/listen'
  id: unknown
}

function isSubscription(message: unknown): message is Subscription {
  return isObject(message) && message.method === 'subscriptions/listen' && 'id' in message
}

/**
 * The tools change only when the gateway restarts, so there is nothing to subscribe to; the package
 * would report a limit.
 */
function noSubscriptions(id: unknown): Response {
  const error = { code: -32601, message: 'Method not found' }
  return Response.json({ jsonrpc: '2.0', id, error }, { status: 404 })
}

/** The outcome of the call of a tool. */
interface ToolCall {
  called?: Called
  failure?: unknown
}

function serverOf(
  { Server, ProtocolError, ProtocolErrorCode }: typeof import('@modelcontextprotocol/server'),
  tools: Tools,
  call: ToolCall,
): McpServer {
  const capabilities = { tools: {} }
  const server = new Server(makeInfo(), { capabilities, instructions: makeInstructions() })
  server.setRequestHandler('tools/list', () => ({
    tools: [...tools.values()].map(({ call: _, ...tool }) => ({ ...tool, annotations })),
  }))
  server.setRequestHandler('tools/call', ({ params }) => {
    const tool = tools.get(params.name)
    const known = [...tools.keys()].join(', ')
    if (!tool) {
      const reason = `There is no such tool; known are ${known}`
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason)
    }
    try {
      call.called = tool.call(params.arguments ?? {})
    } catch (error) {
      // a result, which the model reads: it does not see errors of the protocol
      if (error instanceof ApiError && error.code === 'VALIDATION_ERROR')
        call.called = { result: failed(mistakesIn(error)) }
      else call.failure = error
    }
    return { content: [] }
  })
  return server
}

const makeInfo = () => ({
  name: 'nonprofit-directory',
  title: vocabulary.documents?.title ?? 'Search',
  version: '1', // of the API
})
const makeInstructions = () =>
  [vocabulary.documents?.about, onLargeAnswers].filter(Boolean).join(' ')
const onLargeAnswers =
  'If an answer is too large, the last hits are left out, and `more` says how to narrow the search.'
const annotations = { readOnlyHint: true, openWorldHint: false }

/** The part of the request that the protocol looks at; the answer is always JSON. */
function requestOf(headers: IncomingHttpHeaders): Request {
  const own = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
  return new Request('http://gateway/', {
    method: 'POST',
    headers: [
      ...own.map(([name, value]): [string, string] => [name, String(value)]),
      ['accept', 'application/json, text/event-stream'],
      ['content-type', 'application/json'],
    ],
  })
}
