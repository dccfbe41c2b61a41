import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { samplesOf } from './metrics-text.js'
import { type Labels, promql, type Series, scrapeSeconds } from './promql.js'
import { root } from './stack.js'

/** An alert of deploy/directory-alerts.yml. */
export interface Alert {
  alert: string
  expr: string
  for: string
  annotations: Record<'summary' | 'cause' | 'command' | 'runbook', string>
}

export const alerts: readonly Alert[] = (
  parse(readFileSync(join(root, 'deploy/directory-alerts.yml'), 'utf8')) as {
    groups: { rules: Alert[] }[]
  }
).groups.flatMap(({ rules }) => rules)

/** Pages /metrics that were read at once, by the job that scrapes them; undefined: no answer. */
export type Scrape = Readonly<Record<string, string | undefined>>

/** Two scrapes of the same state: what happens between them happens every 15 s. */
export type Recorded = readonly [Scrape, Scrape]

interface Point {
  name: string
  labels: Labels
  value: number
  isCounter: boolean
}

/** All series of a scrape, as Prometheus labels them. */
function pointsOf(scrape: Scrape): Map<string, Point> {
  const all = Object.entries(scrape).flatMap(([job, text = '']) => {
    const types = new Map(
      [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map((one) => [one[1], one[2]]),
    )
    const target = { job, instance: 'one' }
    const up = { name: 'up', labels: target, value: Number(text !== ''), isCounter: false }
    const points = samplesOf(text).map(({ name, labels, value }) => ({
      ...{ name, value, labels: { ...labels, ...target } },
      isCounter: types.get(name) !== 'gauge',
    }))
    return [up, ...points]
  })
  return new Map(all.map((point) => [`${point.name} ${JSON.stringify(point.labels)}`, point]))
}

/**
 * Lays two states on a time axis of scrapes 15 s apart. The healthy one ends at 0 s, the broken one
 * begins right after it.
 */
export function laidOut(healthy: Recorded, broken: Recorded, brokenMinutes: number): Series[] {
  const before = 40 // scrapes: the longest window has 20
  const [h0, h1, b0, b1] = [...healthy, ...broken].map(pointsOf) as Map<string, Point>[]
  const keys = [...new Set([...h1!.keys(), ...b1!.keys()])]
  const gain = (key: string, from?: Map<string, Point>, to?: Map<string, Point>) =>
    (to?.get(key)?.value ?? 0) - (from?.get(key)?.value ?? 0)
  return keys.map((key) => {
    const [sound, ill] = [h1!.get(key), b1!.get(key)]
    const { name, labels, isCounter } = (sound ?? ill)!
    const samples: [number, number][] = []
    const start = sound?.value ?? 0
    const add = (scrape: number, point: Point | undefined, growth: number) => {
      if (point) samples.push([scrape * scrapeSeconds, isCounter ? start + growth : point.value])
    }
    for (let i = -before; i <= 0; i++) add(i, sound, i * gain(key, h0, h1))
    for (let i = 1; i <= brokenMinutes * 4; i++) add(i, ill, i * gain(key, b0, b1))
    return { name, labels, samples }
  })
}

/**
 * The alerts that fire on an axis as `laidOut` makes it, with the second of their first firing.
 * @param now What `time()` is at 0 s, in seconds since 1970.
 */
export function firing(series: readonly Series[], now: number): Map<string, number> {
  const last = Math.max(...series.flatMap(({ samples }) => samples.map(([at]) => at)))
  const shifted = series.map((one) => ({
    ...one,
    samples: one.samples.map(([at, value]) => [at + now, value] as const),
  }))
  return new Map(
    alerts.flatMap(({ alert, expr, for: forText }) => {
      const expression = promql(expr)
      const forSeconds = Number.parseInt(forText, 10) * 60
      const since = new Map<string, number>()
      for (let at = -5 * 60; at <= last; at += scrapeSeconds) {
        const found = expression(shifted, now + at)
        if (typeof found === 'number') throw new Error(`${alert} is a number`)
        const active = new Set(found.map(({ labels }) => JSON.stringify(labels)))
        for (const key of since.keys()) if (!active.has(key)) since.delete(key)
        for (const key of active) {
          if (!since.has(key)) since.set(key, at)
          if (at - since.get(key)! >= forSeconds) return [[alert, at] as const]
        }
      }
      return []
    }),
  )
}
