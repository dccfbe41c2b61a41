import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Alerts and dashboard of deploy/, beside docs/metrics.md, which the metrics' own tests compare. */
const read = (name: string) => readFileSync(name, 'utf8')

interface Alert {
  alert: string
  expr: string
  annotations: Record<'summary' | 'cause' | 'command' | 'runbook', string>
}
const alerts = (
  parse(read('deploy/kubernetes/chart/files/directory-alerts.yml')) as {
    groups: { rules: Alert[] }[]
  }
).groups.flatMap(({ rules }) => rules)
const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
  panels: { targets: { expr: string }[] }[]
}
const expressions = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })
const isThere = promtool('--version').error === undefined
if (!isThere) process.stdout.write('the alerts are not tried: promtool is not on the PATH\n')

const situations = 'test/unit/deploy/alerts.yml'

;(isThere ? test : test.skip)('each alert fires in its situation, and no other does', () => {
  const { status, stdout, stderr } = promtool('test', 'rules', situations)
  expect({ status, said: stdout + stderr }).toEqual({
    status: 0,
    said: expect.stringContaining('SUCCESS'),
  })
})

test('each alert has its situation, and a section that tells what to do', () => {
  const names = alerts.map(({ alert }) => alert)
  const fired = new Set([...read(situations).matchAll(/alertname="(\w+)"/g)].map(([, one]) => one))
  expect([...fired].sort()).toEqual(names.toSorted())
  const sections = [...read('docs/alerts.md').matchAll(/^## (Directory\w+)$/gm)]
  expect(sections.map(([, name]) => name)).toEqual(names)
  for (const { alert, annotations } of alerts) {
    expect(Object.keys(annotations)).toEqual(['summary', 'cause', 'command', 'runbook'])
    expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`)
    const unit = /journalctl -u ([\w-]+) -o cat/.exec(annotations.command)?.[1]
    if (unit !== undefined) expect(existsSync(`deploy/${unit}.service`)).toBe(true)
  }
})

test('what they ask for is documented: metrics, and labels that are grouped by or chosen', () => {
  const rows = [...read('docs/metrics.md').matchAll(/^\| `(\w+)` \| (.*?) \|/gm)]
  const metrics = new Set(rows.map(([, name]) => name))
  const labels = new Set([
    ...['le', 'instance', 'job'],
    ...rows.flatMap(([, , text]) => [...text!.matchAll(/`(\w+)`/g)].map(([, label]) => label)),
  ])
  const asked = expressions.flatMap((expr) => expr.match(/\bdirectory_\w+/g) ?? [])
  expect(asked.length).toBeGreaterThan(20)
  const known = (name: string) => metrics.has(name) || metrics.has(name.replace(/_bucket$/, ''))
  expect(asked.filter((name) => !known(name))).toEqual([])
  for (const expr of expressions) {
    const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, one]) => one!.split(/, */))
    const chosen = [...expr.matchAll(/[{,](\w+)(?==~?"|!="|!~")/g)].map(([, name]) => name!)
    expect([...grouped, ...chosen].filter((name) => !labels.has(name))).toEqual([])
  }
})
