import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import type { Engine } from './engine.js'
import { errorBody } from './error-body.js'
import { EngineError, Unsupported } from './errors.js'
import { stringifyExact } from './exact-json.js'
import { filterPath } from './filter-path.js'
import { type Answer, dispatch } from './routes.js'

/** Bytes of a request at most (Elasticsearch's `http.max_content_length`). */
const maxContentLength = 100 * 1024 * 1024

/**
 * The engine behind an HTTP server that answers as Elasticsearch's; the caller listens and closes.
 */
export function createEngineServer(engine: Engine): Server {
  return createServer((request, response) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxContentLength) chunks.push(chunk)
    })
    request.on('end', () => {
      const answer =
        length > maxContentLength ? tooLarge : answerTo(engine, request, Buffer.concat(chunks))
      send(request, response, answer, engine.indices.greatestCount)
    })
    request.on('error', () => response.destroy())
  })
}

const tooLarge: Answer = {
  status: 413,
  body: { error: 'the request entity is too large', status: 413 },
}

function answerTo(engine: Engine, request: IncomingMessage, bytes: Buffer): Answer {
  try {
    const { method = 'GET', url = '/', headers } = request
    const { pathname, searchParams: query } = new URL(url, 'http://engine')
    const body =
      headers['content-encoding'] === 'gzip'
        ? gunzipSync(bytes, { maxOutputLength: maxContentLength })
        : bytes
    if (body.length > 0 && !isKnownType(headers['content-type'])) {
      return {
        status: 406,
        body: { error: 'Content-Type header is missing or not supported', status: 406 },
      }
    }
    const answer = committed(engine, () =>
      dispatch(method, pathname.replace(/(?<=.)\/$/, ''), { engine, query, body }),
    )
    const filter = query.get('filter_path')
    return filter === null || answer.body === undefined
      ? answer
      : { ...answer, body: filterPath(answer.body, filter) }
  } catch (error) {
    if (error instanceof EngineError || error instanceof Unsupported)
      return { status: error.status, body: errorBody(error) }
    console.error(error)
    const reason = { type: 'exception', reason: 'internal error of the embedded engine' }
    return { status: 500, body: { error: { root_cause: [reason], ...reason }, status: 500 } }
  }
}

/**
 * Runs a call; what it has changed is kept before it is answered, also when it was refused halfway.
 */
function committed(engine: Engine, call: () => Answer): Answer {
  try {
    return call()
  } finally {
    engine.commit()
  }
}

function isKnownType(contentType: string | undefined): boolean {
  return /^application\/(json|x-ndjson|vnd\.elasticsearch\+(json|x-ndjson))\s*(;|$)/.test(
    contentType ?? '',
  )
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body }: Answer,
  documents: number,
): void {
  const isVendor = request.headers.accept?.includes('application/vnd.elasticsearch+json') === true
  const text = body === undefined ? '' : stringifyExact(body)
  response.writeHead(status, {
    'X-elastic-product': 'Elasticsearch',
    // the gateway's /status distinguishes it from the real one by this
    'X-Directory-Engine': 'embedded',
    // in its greatest index: how near it is to its bounds
    'X-Directory-Engine-Documents': documents,
    'content-type': isVendor
      ? 'application/vnd.elasticsearch+json;compatible-with=9'
      : 'application/json',
    'content-length': Buffer.byteLength(text),
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}
