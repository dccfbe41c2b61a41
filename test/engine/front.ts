import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { cert, key } from '../support/certificate.js'

/** What comes before a node that has no security of its own. */
export interface Front {
  url: string
  close(): void
}

/**
 * TLS and a credential in front of a node: what does not carry this Authorization header is
 * answered as Elasticsearch's security answers.
 */
export async function openFront(node: string, authorization: string): Promise<Front> {
  const server = createServer({ cert, key }, (req, res) => {
    if (req.headers.authorization === authorization) forward(node, req, res)
    else refuse(res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function forward(node: string, req: IncomingMessage, res: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = req
  const call = request(node + url, { method, headers, agent: false }, (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(res)
  })
  call.on('error', () => res.destroy())
  req.pipe(call)
}

function refuse(res: ServerResponse): void {
  const type = 'security_exception'
  const cause = {
    type,
    reason: 'unable to authenticate with provided credentials and anonymous access is not allowed',
  }
  const body = JSON.stringify({ error: { root_cause: [cause], ...cause }, status: 401 })
  const challenge = ['Basic realm="security", charset="UTF-8"', 'ApiKey']
  res.writeHead(401, {
    'content-type': 'application/json',
    'X-elastic-product': 'Elasticsearch',
    'WWW-Authenticate': challenge,
  })
  res.end(body)
}
