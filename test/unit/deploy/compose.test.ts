import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** docker-compose.yml, the image and their papers, as far as they can be judged without Docker. */
const root = join(__dirname, '../../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

interface Service {
  image?: string
  build?: string
  command?: string[]
  entrypoint?: string[]
  profiles?: string[]
  environment?: Record<string, string | number>
  healthcheck?: { test: string | string[]; interval: string; timeout: string; retries: number }
  depends_on?: Record<string, { condition: string }>
  volumes?: string[]
  restart?: string
  read_only?: boolean
  mem_limit?: string
  logging?: object
  ports?: string[]
}
const text = read('docker-compose.yml')
const compose = parse(text, { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const services = Object.entries(compose.services)
const dockerfile = read('Dockerfile')

/** Called by hand, or ending by themselves. */
const isJob = ([name, { profiles }]: [string, Service]) =>
  profiles !== undefined || name === 'engine-setup'

test.each(services.filter((entry) => !isJob(entry)))(
  '%s has a health check, and comes back',
  (_, service) => {
    expect(service.healthcheck).toMatchObject({
      interval: expect.any(String),
      timeout: expect.any(String),
    })
    expect(service.healthcheck?.test).not.toHaveLength(0)
    expect(service.restart).toBe('unless-stopped')
  },
)

describe.each(services.filter(([, { build }]) => build !== undefined))(
  '%s, of our image',
  (_, service) => {
    const [, script = ''] = service.entrypoint ??
      service.command ?? ['node', /^CMD \["node", "(.*?)"/m.exec(dockerfile)![1]!]

    test(`runs a program that there is: ${script}`, () => {
      const source = script.replace(/^(\/app\/)?dist\//, '').replace(/\.js$/, '.ts')
      expect(existsSync(join(root, source))).toBe(true)
    })

    test('writes to its volumes alone', () => expect(service.read_only).toBe(true))

    test('has no capabilities and gets none', () => {
      expect(service).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    })
  },
)

test('probes and metrics alone are published to the machine, the rest by the public port', () => {
  const ports = services.flatMap(([name, service]) =>
    (service.ports ?? []).map((port) => `${name} ${port}`),
  )
  expect(ports).toEqual([
    'elasticsearch 127.0.0.1:9200:9200',
    'auth-service 127.0.0.1:8086:8086',
    'gateway 8080:8080',
    'gateway 127.0.0.1:8085:8085',
  ])
  const { environment } = compose.services.gateway!
  expect(environment).toMatchObject({ PROBE_HOST: '0.0.0.0', PROBE_PORT: 8085 })
})

test('every variable that must be set stands in .env.example', () => {
  const demanded = [...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!)
  const offered = [...read('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
  expect([...new Set(demanded)].sort()).toEqual(offered.sort())
})

test.each([
  ['docker-compose.yml', 'WORKERS: $' + '{WORKERS:-2}'],
  ['deploy/nonprofit-directory-gateway.service', 'Environment=WORKERS=2'],
  ['deploy/kubernetes/chart/values.yaml', 'WORKERS: "2"'],
  ['deploy/kubernetes/base/resources.yaml', '{ name: WORKERS, value: "2" }'],
])('%s runs two workers, one of which serves while the other is replaced', (file, line) => {
  expect(read(file)).toContain(line)
})
