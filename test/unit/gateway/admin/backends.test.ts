import { createServer } from 'node:https'
import { probeEngines } from '../../../../gateway/admin/backends.js'
import { cert, key } from '../../../support/certificate.js'
import { expiredCert, expiredKey } from '../../../support/expired-certificate.js'
import { serviceOf, startService } from '../../../support/service.js'

/** The fault of a node at this URL, as `/status`, the log and the check name it. */
async function faultOf(url: string, ca?: string): Promise<string | undefined> {
  const engine = { nodes: [url], ...(ca !== undefined && { ca }) }
  const [[node] = []] = await probeEngines([{ engine }], 5000)
  return node!.fault
}

test.each([
  ['the right CA', { cert, key }, cert, undefined],
  ['no CA', { cert, key }, undefined, /^has a certificate that no known CA has signed \(/],
  [
    'an expired certificate',
    { cert: expiredCert, key: expiredKey },
    expiredCert,
    /^has a certificate that is expired \(CERT_HAS_EXPIRED\)$/,
  ],
])('a node behind TLS, with %s', async (_, tls, ca, fault) => {
  const answer = { 'X-Elastic-Product': 'Elasticsearch' }
  const server = createServer(tls, (_req, res) => res.writeHead(200, answer).end('{}'))
  const node = await serviceOf(server)
  const found = await faultOf(node.url.replace('http:', 'https:'), ca)
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeUndefined()
  await node.close()
})

test('a node without TLS, a name without an address, nobody', async () => {
  const plain = await startService()
  expect(await faultOf(plain.url.replace('http:', 'https:'))).toMatch(/^does not speak TLS \(/)
  await plain.close()
  expect(await faultOf('http://nowhere.invalid')).toMatch(/^has a host name that leads to no addr/)
  expect(await faultOf(plain.url)).toBe('does not answer')
})
