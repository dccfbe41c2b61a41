import { readFileSync } from 'node:fs'
import type { Snapshot } from '../../kit/metrics/prometheus.js'
import { inProject } from '../../kit/process/product-folder.js'
import type { ActiveAlert, Status } from './status.js'

/** The alert that says it, and what stands for its labels. */
type Firing = readonly [alert: string, labels?: Readonly<Record<string, string>>]

/** Requests by error code, `none` for the others. */
type CodeCounts = ReadonlyMap<string, number>

/** Requests until a time, or in one. */
interface Counts {
  counts: CodeCounts
  /** Those whose status is 5xx, except OVERLOADED. */
  failed: CodeCounts
}

/** Growth of the counts in a time. */
interface Growth extends Counts {
  seconds: number
}

/** Over how long rates are taken, in milliseconds, as in the alerts. */
const spanMs = 60_000

const alertsFile = 'deploy/kubernetes/chart/files/directory-alerts.yml'

/** Follows what is wrong with this gateway, and since when. */
export class ActiveAlerts {
  #since = new Map<string, string>()
  #readings: (Counts & { at: number })[] = []
  #texts: ReadonlyMap<string, Pick<ActiveAlert, 'summary' | 'command'>> | undefined

  /** Takes the counters of all workers, those that have ended too, whenever they are read. */
  count(metrics: Snapshot): void {
    const at = performance.now()
    const first = this.#readings.findLastIndex((reading) => reading.at <= at - spanMs)
    this.#readings = [
      ...this.#readings.slice(Math.max(0, first)),
      { at, ...countRequests(metrics) },
    ]
  }

  /** What is wrong now, the oldest first. */
  list(status: Omit<Status, 'alerts'>): ActiveAlert[] {
    const known = this.#since
    const now = new Date().toISOString()
    const alerts = [...findFaults(status), ...findInRequests(status, this.#measure())].map(
      (firing) => {
        const texts = this.#describe(firing)
        return { alert: firing[0], ...texts, since: known.get(texts.summary) ?? now }
      },
    )
    this.#since = new Map(alerts.map(({ summary, since }) => [summary, since]))
    return alerts.sort((one, other) => one.since.localeCompare(other.since))
  }

  #measure(): Growth | undefined {
    const [first, last] = [this.#readings[0], this.#readings.at(-1)]
    // of what nobody reads any more nothing is known
    if (!first || !last || first === last || performance.now() - last.at > spanMs) return undefined
    return {
      counts: subtract(last.counts, first.counts),
      failed: subtract(last.failed, first.failed),
      seconds: (last.at - first.at) / 1000,
    }
  }

  #describe([alert, labels = {}]: Firing): Pick<ActiveAlert, 'summary' | 'command'> {
    this.#texts ??= readTexts()
    const fill = (text: string) =>
      text.replace(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, (_, name) => labels[name] ?? 'this gateway')
    const { summary, command } = this.#texts.get(alert)!
    const filled = fill(summary)
    return { summary: filled[0]!.toUpperCase() + filled.slice(1), command: fill(command) }
  }
}

/** The words of each alert; their form is tested. */
function readTexts(): ReadonlyMap<string, Pick<ActiveAlert, 'summary' | 'command'>> {
  const form = /- alert: (\w+)[\s\S]*?summary: (".*")[\s\S]*?command: (".*")/g
  return new Map(
    [...readFileSync(inProject(alertsFile), 'utf8').matchAll(form)].map(
      ([, alert, summary, command]) => [
        alert!,
        { summary: JSON.parse(summary!), command: JSON.parse(command!) },
      ],
    ),
  )
}

/** What the status itself shows. */
function findFaults(status: Omit<Status, 'alerts'>): Firing[] {
  const { degraded = [], engine, authServices = [], workers, certificate, config } = status
  const hangs = engine?.nodes.some(({ fault }) => fault === 'does not answer in time')
  const isAuthAway = degraded.includes('auth-service')
  return [
    ...degraded.map((dependency): Firing => {
      if (dependency === 'indices') return ['DirectoryIndexRed']
      if (dependency === 'auth-store') return ['DirectoryAuthStoreNotWritable']
      if (dependency === 'engine' && hangs) return ['DirectoryEngineHangs']
      return ['DirectoryDependencyAway', { dependency }]
    }),
    ...authServices
      .filter(({ healthy }) => !healthy && !isAuthAway)
      .map(({ url }): Firing => ['DirectoryAuthDown', { instance: url }]),
    ...authServices
      .filter(({ clockSkewSeconds = 0 }) => Math.abs(clockSkewSeconds) > 5)
      .map(
        ({ url, clockSkewSeconds }): Firing => [
          'DirectoryClockSkew',
          { url, value: clockSkewSeconds!.toFixed(0) },
        ],
      ),
    ...(workers.some(({ fault }) => fault) ? [['DirectoryEventLoopLate'] as const] : []),
    ...(status.canWriteUsage ? [] : [['DirectoryUsageNotWritable'] as const]),
    ...(config.lastReloadError ? [['DirectoryConfigurationRefused'] as const] : []),
    ...(certificate && certificate.state !== 'valid'
      ? [['DirectoryCertificateEnds'] as const]
      : []),
  ]
}

/** What the requests of the last minute show, by the thresholds of the alerts. */
function findInRequests({ degraded = [] }: Partial<Status>, growth: Growth | undefined): Firing[] {
  if (!growth) return []
  const { counts, failed, seconds } = growth
  const all = [...counts.values()].reduce((sum, amount) => sum + amount, 0)
  const rate = (code: string) => (counts.get(code) ?? 0) / seconds
  const isLimited = rate('RATE_LIMITED') > 1 && counts.get('RATE_LIMITED')! / all > 0.5
  const explains = degraded.some((dependency) => dependency !== 'rate-limit-store')
  const failing = explains ? [] : [...failed].filter(([, amount]) => amount / all > 0.02)
  return [
    ...failing.map(([code]): Firing => ['DirectoryFailing', { code }]),
    ...(rate('OVERLOADED') > 1 ? [['DirectoryOverloaded'] as const] : []),
    ...(isLimited ? [['DirectoryLimitsRefuseMost'] as const] : []),
  ]
}

type Labels = Readonly<Record<string, string | number>>

function countRequests(metrics: Snapshot): Counts {
  const isFailed = ({ status, code }: Labels) =>
    String(status).startsWith('5') && code !== 'OVERLOADED'
  return { counts: sumByCode(metrics, () => true), failed: sumByCode(metrics, isFailed) }
}

function sumByCode(metrics: Snapshot, isCounted: (labels: Labels) => boolean): CodeCounts {
  const sums = new Map<string, number>()
  for (const { name, values } of metrics) {
    if (name !== 'directory_requests_total' && name !== 'directory_refused_early_total') continue
    for (const { value, labels } of values)
      if (isCounted(labels)) {
        const code = String(labels.code)
        sums.set(code, (sums.get(code) ?? 0) + value)
      }
  }
  return sums
}

function subtract(all: CodeCounts, before: CodeCounts): CodeCounts {
  return new Map([...all].map(([code, sum]) => [code, sum - (before.get(code) ?? 0)]))
}
