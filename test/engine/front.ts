import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Certificates of an authority of our own, as Elasticsearch makes one at its first start. */
export interface Authority {
  /** Path of the authority's certificate: what ELASTICSEARCH_CA names. */
  ca: string
  cert: Buffer
  key: Buffer
  remove(): void
}

/** Makes an authority and its certificate for 127.0.0.1, with openssl. */
export function makeAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'directory-tls-'))
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    ...newKey,
    '-x509',
    '-days',
    '2',
    '-subj',
    '/CN=test authority',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  )
  openssl(
    ...newKey,
    ...['-x509', '-days', '2', '-subj', '/CN=node-1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
    ...['-keyout', 'node.key', '-out', 'node.pem'],
  )
  const read = (name: string) => readFileSync(join(folder, name))
  return {
    ca: join(folder, 'ca.pem'),
    cert: read('node.pem'),
    key: read('node.key'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What comes before a node that has no security of its own. */
export interface Front {
  url: string
  close(): void
}

/**
 * TLS and a credential in front of a node: what does not carry this Authorization header is
 * answered as Elasticsearch's security answers.
 */
export async function openFront(
  node: string,
  { cert, key }: Authority,
  authorization: string,
): Promise<Front> {
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
