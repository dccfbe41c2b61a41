import { writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { cert, key } from '../../support/certificate.js'
import { Wire } from '../../support/wire.js'
import { makeProject, type Project, pipelineOf, type RunningHost, startHost } from './project.js'

let project: Project
let host: RunningHost
beforeAll(async () => {
  project = makeProject(pipelineOf('{ text: hello }'))
  const [certFile, keyFile] = [join(project.folder, 'cert.pem'), join(project.folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  host = await startHost({ ...project.env, TLS_CERT: certFile, TLS_KEY: keyFile })
})
afterAll(() => project.remove())

function ask(path: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${host.url}${path}`, { rejectUnauthorized: false }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => (body += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode, body }))
    })
    call.on('error', reject)
    call.end()
  })
}

test('TLS_CERT and TLS_KEY put TLS on the public listener, with the same limits', async () => {
  expect(host.url).toMatch(/^https:/)
  const { status, body } = await ask('/hello')
  expect(status).toBe(200)
  expect(JSON.parse(body).data).toMatchObject({ text: 'hello', isLean: true })
  expect((await ask(`/${'a'.repeat(9000)}`)).status).toBe(414)
})

test('plain HTTP on the TLS port is cut off and harms nobody', async () => {
  const plain = new Wire(host.port)
  plain.send('GET /hello HTTP/1.1\r\nHost: a\r\n\r\n')
  await plain.closed
  expect((await ask('/hello')).status).toBe(200)
  expect(await host.stop()).toBe(0)
})
