import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { secretNames } from '../../../kit/config/setting-table.js'
import { testFolder } from '../../support/folders.js'

/** deploy/kubernetes, as far as it can be judged without a cluster. */
const deploy = join(__dirname, '../../../deploy/kubernetes')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')
const folder = testFolder()

// biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds
type Manifest = any
const manifests = (name: string): Manifest[] =>
  parseAllDocuments(read(name)).map((one) => one.toJS())
const rendered = [
  'base/resources.yaml',
  'elasticsearch/resources.yaml',
  'monitoring/service-monitor.yaml',
]
const all = rendered.map((name) => ({ name, list: manifests(name) }))
const pods = all.flatMap(({ name, list }) =>
  list
    .filter(({ spec }) => spec.template)
    .map(({ kind, spec, metadata }) => {
      const pod = spec.template.spec
      return { label: `${name} ${metadata.name}`, kind, spec, pod, container: pod.containers[0] }
    }),
)
const environmentOf = ({ env }: Manifest): Record<string, string> =>
  Object.fromEntries(env.map(({ name, value }: Manifest) => [name, value]))

describe.each(pods)('$label', ({ pod, container }) => {
  const env = environmentOf(container)

  test('what ends it waits for SHUTDOWN_DELAY and the requests it has accepted', () => {
    expect(pod.terminationGracePeriodSeconds).toBe(Number(env.SHUTDOWN_DELAY) + 15)
  })

  test('probes go to the port that serves probes and metrics alone', () => {
    const port = container.ports.find(({ name }: Manifest) => name === 'probes').containerPort
    expect(String(port)).toBe(env.PROBE_PORT ?? env.AUTH_PROBE_PORT)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet.port).toBe('probes')
  })

  test('it has no rights, and writes to its volumes alone', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('secrets are files, and each file is mounted', () => {
    expect(secretNames.filter((name) => name in env)).toEqual([])
    const mounted = pod.volumes
      .find(({ name }: Manifest) => name === 'secrets')
      .projected.sources.map(({ secret }: Manifest) => secret.items[0].path)
    const named = Object.values(env)
      .filter((value) => value.startsWith('/etc/directory/secrets/'))
      .map((value) => value.slice('/etc/directory/secrets/'.length))
    expect(named.sort()).toEqual(mounted.sort())
  })
})

test('only gateways reach the auth service', () => {
  for (const { list } of all.slice(0, 2)) {
    const policy = list.find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'directory-auth',
    )
    const [calls] = policy.spec.ingress
    expect(calls.ports.map(({ port }: Manifest) => port)).toEqual(['http', 'internal'])
    expect(calls.from).toEqual([
      {
        podSelector: {
          matchLabels: {
            'app.kubernetes.io/instance': 'directory',
            'app.kubernetes.io/component': 'gateway',
          },
        },
      },
    ])
  }
})

test('the accounts of ECK, of compose and of docs/elasticsearch.md may do the same', () => {
  const [roles] = manifests('eck.yaml')
  const ofEck = parse(roles.stringData['roles.yml'])
  const elasticsearch = readFileSync('docs/elasticsearch.md', 'utf8')
  const [, ofPage = ''] = /"reader": (\{[\s\S]*?\}) \} \}\n```/.exec(elasticsearch) ?? []
  const compose = readFileSync('docker-compose.yml', 'utf8')
  const [, ofCompose = ''] = /role\/directory-gateway '(.*)'$/m.exec(compose) ?? []
  expect(JSON.parse(ofPage)).toEqual(ofEck['directory-gateway'])
  expect(JSON.parse(ofCompose)).toEqual(ofEck['directory-gateway'])
  expect(ofEck['directory-auth']).toEqual({
    indices: [{ names: ['directory-auth*'], privileges: ['all'] }],
  })
})

const hasHelm = !spawnSync('helm', ['version']).error
if (!hasHelm) process.stdout.write('deploy/kubernetes is not tried with helm (CONTRIBUTING.md)\n')
const testWithHelm = hasHelm ? test : test.skip
const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd: deploy })
  return { status, said: stdout + stderr }
}

testWithHelm('the chart has no mistake, and the resources are rendered from it', () => {
  expect(run('helm', ['lint', '--strict', 'chart'])).toMatchObject({ status: 0 })
  expect(run('./render.sh', [folder])).toEqual({ status: 0, said: '' })
  for (const name of rendered) expect(readFileSync(join(folder, name), 'utf8')).toBe(read(name))
})

testWithHelm.each([
  ['authService.store=redis', "must be one of 'lowdb', 'elasticsearch'"],
  ['authservice.store=elasticsearch', "additional properties 'authservice' not allowed"],
  ['gateway.settings.workers=2', "'workers' does not match pattern"],
  ['gateway.secrets.REDIS_URL=redis://x', 'got string, want object'],
  ['image.digest=latest', "'latest' does not match pattern"],
  ['ingress.enabled=true', 'ingress.hosts: name the hosts that people open'],
  ['httpRoute.enabled=true', 'httpRoute.parentRefs: name the Gateway'],
])('the chart refuses %s', (value, says) => {
  const { status, said } = run('helm', ['template', 'chart', '--set', value])
  expect([status, said]).toEqual([1, expect.stringContaining(says)])
})

testWithHelm('values reach the pods, and open the ways in', () => {
  const digest = `sha256:${'a'.repeat(64)}`
  const own = { name: 'own', mountPath: '/etc/directory/own' }
  const pod = {
    podAnnotations: { team: 'a' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'a' }],
    affinity: { podAffinity: {} },
    initContainers: [{ name: 'fetch' }],
    extraVolumes: [{ name: 'own', configMap: { name: 'own' } }],
    extraVolumeMounts: [own],
  }
  const values = {
    image: { digest },
    ...{ gateway: pod, authService: pod },
    firstUser: { secret: 'admin' },
    ingress: { enabled: true, hosts: ['a.example.org'], className: 'nginx' },
    httpRoute: { enabled: true, parentRefs: [{ name: 'way-in' }] },
    prometheusRule: { enabled: true },
    networkPolicy: { clients: [{ namespaceSelector: {} }] },
  }
  const sets = Object.entries(values).map(([name, one]) => `${name}=${JSON.stringify(one)}`)
  const args = ['template', 'directory', 'chart', ...sets.flatMap((one) => ['--set-json', one])]
  const list = parseAllDocuments(run('helm', args).said).map((one) => one.toJS() as Manifest)
  const find = (kind: string, name = 'directory') =>
    list.find((one) => one.kind === kind && one.metadata.name === name)
  for (const of of [
    find('Deployment', 'directory-gateway'),
    find('StatefulSet', 'directory-auth'),
  ]) {
    const { metadata, spec } = of.spec.template
    const { podAnnotations, extraVolumes, extraVolumeMounts, ...placed } = pod
    expect(metadata.annotations).toEqual(podAnnotations)
    expect(spec).toMatchObject(placed)
    expect(spec.volumes).toEqual(expect.arrayContaining(extraVolumes))
    const [container] = spec.containers
    expect(container.image).toBe(`registry.example.org/nonprofit-directory-api@${digest}`)
    expect(container.volumeMounts).toEqual(expect.arrayContaining(extraVolumeMounts))
  }
  const first = environmentOf(
    find('StatefulSet', 'directory-auth').spec.template.spec.containers[0],
  )
  expect(Object.keys(first).filter((name) => name.startsWith('BOOTSTRAP_'))).toEqual([
    'BOOTSTRAP_EMAIL_FILE',
    'BOOTSTRAP_PASSWORD_FILE',
  ])
  const backend = { service: { name: 'directory-gateway', port: { name: 'http' } } }
  expect(find('Ingress', 'directory-gateway').spec).toMatchObject({
    ingressClassName: 'nginx',
    rules: [{ host: 'a.example.org', http: { paths: [{ path: '/', backend }] } }],
  })
  expect(find('HTTPRoute', 'directory-gateway').spec).toMatchObject({
    parentRefs: [{ name: 'way-in' }],
    rules: [{ backendRefs: [{ name: 'directory-gateway', port: 8080 }] }],
  })
  const alerts = readFileSync(join(deploy, 'chart/files/directory-alerts.yml'), 'utf8')
  expect(find('PrometheusRule').spec).toEqual(parse(alerts))
  const [clients] = find('NetworkPolicy', 'directory-gateway').spec.ingress
  const { labels } = find('Pod', 'directory-test').metadata // of `helm test`
  expect(labels).toMatchObject(clients.from[0].podSelector.matchLabels)
})

testWithHelm('a number among the settings stays as it is written', () => {
  const value = 'gateway.settings.MAX_CONNECTIONS=1000000'
  const { said } = run('helm', ['template', 'chart', '--set-json', value])
  expect(said).toContain('{ name: MAX_CONNECTIONS, value: "1000000" }')
})
