import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { pages } from '../../../gateway/admin/pages.js'
import { alerts } from '../../support/alerts.js'
import { type RunningStack, root, startStack } from '../../support/stack.js'

/** What the dashboard and the alerts in deploy/ ask for is what gateway and auth service show. */
const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}
const expressions = [
  ...(JSON.parse(read('grafana-dashboard.json')) as Dashboard).panels.flatMap(
    ({ title, targets }) => targets.map(({ expr }) => [title, expr] as const),
  ),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
]

let stack: RunningStack
let labelsOf: Map<string, string[]>
beforeAll(async () => {
  stack = await startStack()
  const { gateway, auth } = stack
  const pages = [`${gateway.adminUrl}/metrics`, `${auth.internalUrl}/metrics`]
  const texts = await Promise.all(pages.map(async (url) => (await fetch(url)).text()))
  const text = texts.join('\n')
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  labelsOf = new Map(
    types.flatMap(([, name, type]) =>
      (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((end) => [
        `${name}${end}`,
        [] as string[],
      ]),
    ),
  )
})
afterAll(() => stack?.stop())

test.each(expressions)('%s: %s', (_, expr) => {
  const names = expr.match(/\b(directory|nodejs|process)_\w+/g) ?? expr.match(/\bup\b/g) ?? []
  expect(names).not.toEqual([])
  expect(names.filter((name) => name !== 'up' && !labelsOf.has(name))).toEqual([])
})

test('labels that are grouped by or chosen are those of the metrics', () => {
  const documented = readFileSync(join(root, 'docs/metrics.md'), 'utf8')
  const known = [
    'le',
    'instance',
    'job',
    ...[...documented.matchAll(/^\| `\w+` \| (.*?) \|/gm)].flatMap(([, labels]) =>
      [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
    ),
  ]
  for (const [, expr] of expressions) {
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) =>
      names!.split(/, */),
    )
    const chosen = [...expr.matchAll(/[{,](\w+)(?==~?"|!="|!~")/g)].map(([, name]) => name!)
    expect([...grouped, ...chosen].filter((name) => !known.includes(name))).toEqual([])
  }
})

test.each(alerts)('$alert says which command to type first', ({ annotations: { command } }) => {
  const [, page] = /^curl -s http:\/\/127\.0\.0\.1:8081(\/\w+)$/.exec(command) ?? []
  const [, unit] = /journalctl -u ([\w-]+) -o cat/.exec(command) ?? []
  if (page !== undefined) expect(Object.keys(pages)).toContain(page)
  else if (command !== 'timedatectl')
    expect(readdirSync(join(root, 'deploy'))).toContain(`${unit}.service`)
})

test('Prometheus reads the alerts, at the ports of admin and internal listener', () => {
  const { rule_files: files, scrape_configs: jobs } = parse(read('prometheus.yml'))
  expect(files).toEqual(['directory-alerts.yml'])
  expect(jobs).toMatchObject([
    { job_name: 'directory-gateway', static_configs: [{ targets: ['127.0.0.1:8081'] }] },
    { job_name: 'directory-auth', static_configs: [{ targets: ['127.0.0.1:8084'] }] },
  ])
})
