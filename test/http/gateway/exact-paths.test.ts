import { makeProject, type Project, type RunningHost, startHost } from './project.js'

/** Paths that Express by default takes for others: a slash too many, another letter case. */

const endpoints = {
  narrow: '/things/:id',
  wide: '/things/*',
  small: '/small',
  large: '/SMALL',
}
const lines = (line: (name: string, path: string) => string) =>
  Object.entries(endpoints)
    .map(([name, path]) => line(name, path))
    .join('\n')

const configuration = `apiEndpoints:
${lines((name, path) => `  ${name}: { host: "*", paths: "${path}", methods: [GET] }`)}
policies: [envelope, throttle, echo]
pipelines:
${lines(
  (name) => `  ${name}:
    apiEndpoints: [${name}]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 600, windowSeconds: 60 } }]
      - echo: [{ action: { text: ${name} } }]`,
)}
`

let project: Project
let host: RunningHost
beforeAll(async () => {
  project = makeProject(configuration, {}, ['envelope', 'throttle'])
  host = await startHost(project.env)
})
afterAll(async () => {
  await host.stop()
  project.remove()
})

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
  const answer = await fetch(host.url + path)
  const { data } = (await answer.json()) as { data?: { text: string } }
  expect([answer.status, data?.text]).toEqual([name === undefined ? 404 : 200, name])
})
