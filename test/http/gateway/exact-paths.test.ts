import { startService } from '../../support/service.js'
import { type RunningGateway, startGateway } from '../../support/stack.js'

/** Paths that Express by default takes for others: a slash too many, another letter case. */

const endpoints = {
  narrow: '/things/:id',
  wide: '/things/*',
  small: '/small',
  large: '/SMALL',
}
const lines = (line: (name: string, path: string) => string) =>
  Object.entries(endpoints)
    .map(([name, path]) => `${line(name, path)}\n`)
    .join('')

const edit = (url: string) => (text: string) =>
  text
    .replace(
      'apiEndpoints:\n',
      (key) =>
        key + lines((name, path) => `  ${name}: { host: "*", paths: "${path}", methods: [GET] }`),
    )
    .replace('serviceEndpoints:\n', `$&  echo: { url: "${url}" }\n`)
    .replace(
      '\npipelines:\n',
      (key) =>
        key +
        lines(
          (name) => `  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
      - throttle: *by-address
      - upstream: [{ action: { serviceEndpoint: echo, public: true, headers: { request: { set: { X-Pipeline: ${name} } } } } }]`,
        ),
    )

let service: Awaited<ReturnType<typeof startService>>
let gateway: RunningGateway
beforeAll(async () => {
  service = await startService()
  gateway = await startGateway({ config: { 'gateway.config.yml': edit(service.url) } })
})
afterAll(() => Promise.all([gateway?.stop(), service.close()]))

test.each([
  ['/things/1', 'narrow'],
  ['/things/1/', 'wide'],
  ['/things/1/2', 'wide'],
  ['/small', 'small'],
  ['/SMALL', 'large'],
  ['/Small', undefined],
  ['/small/', undefined],
  ['/THINGS/1', undefined],
])('%s runs the pipeline of %s', async (path, name) => {
  const answer = await fetch(gateway.url + path)
  const { headers } = (await answer.json()) as { headers?: Record<string, string> }
  expect([answer.status, headers?.['x-pipeline']]).toEqual([name === undefined ? 404 : 201, name])
})
