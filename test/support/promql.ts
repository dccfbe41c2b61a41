/** The expressions of deploy/directory-alerts.yml: the part of PromQL that they use, and no more. */

export type Labels = Readonly<Record<string, string>>

/** What Prometheus has of one series: its values at the scrapes where it was there. */
export interface Series {
  name: string
  labels: Labels
  /** Seconds, and the value. */
  samples: readonly (readonly [at: number, value: number])[]
}

/** A value of one series, or of several that were aggregated. */
export interface Sample {
  labels: Labels
  value: number
}

/** The value of an expression at an instant, in seconds. */
export type Expression = (series: readonly Series[], at: number) => number | Sample[]

/** Time between two scrapes, in seconds. A series that is not in the last one is gone. */
export const scrapeSeconds = 15

/** Operators, those that bind least first. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['unless'],
  ['==', '>', '<'],
  ['-'],
  ['*', '/'],
]

/** A comparison keeps its left side, or nothing. */
const operators: Readonly<Record<string, (a: number, b: number) => number | undefined>> = {
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '==': (a, b) => (a === b ? a : undefined),
  '>': (a, b) => (a > b ? a : undefined),
  '<': (a, b) => (a < b ? a : undefined),
}

/** The labels by which the two sides of an operator are compared. */
type KeyOf = (labels: Labels) => string

const keyBy =
  (isCompared: (label: string) => boolean): KeyOf =>
  (labels) =>
    JSON.stringify(
      Object.entries(labels)
        .filter(([label]) => isCompared(label))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )

/** Reads an expression. @throws Error for what it does not know. */
export function promql(text: string): Expression {
  const words = text.match(/"[^"]*"|[a-zA-Z_]\w*|\d+(?:\.\d+)?m?|[=!<>]=|[=!]~|[^\s\w]/g) ?? []
  const whole = operation(0)
  if (words.length > 0) throw new Error(`not understood: ${words.join(' ')}`)
  return whole

  function take(expected?: string): string {
    const word = words.shift()
    if (word === undefined || (expected !== undefined && word !== expected))
      throw new Error(`${expected ?? 'a word'} is missing before: ${word} ${words.join(' ')}`)
    return word
  }

  /** `(a, b)` */
  function list(): string[] {
    take('(')
    const names: string[] = []
    for (let word = take(); word !== ')'; word = take()) if (word !== ',') names.push(word)
    return names
  }

  function operation(level: number): Expression {
    if (level === levels.length) return operand()
    let left = operation(level + 1)
    while (words[0] !== undefined && levels[level]!.includes(words[0])) {
      const operator = take()
      const keyOf = matching()
      const [first, second] = [left, operation(level + 1)]
      left = (series, at) => combined(operator, keyOf, first(series, at), second(series, at))
    }
    return left
  }

  /** With `group_left` several of the left may have one partner, which is so here in any case. */
  function matching(): KeyOf {
    const [how] = words
    if (how !== 'on' && how !== 'ignoring') return keyBy(() => true)
    take()
    const names = list()
    if (words[0] === 'group_left') take()
    return keyBy((label) => names.includes(label) === (how === 'on'))
  }

  function operand(): Expression {
    const word = take()
    if (word === '(') {
      const inner = operation(0)
      take(')')
      return inner
    }
    if (/^\d/.test(word)) return () => Number(word)
    if (word === 'sum') return sum()
    if (words[0] === '(') return call(word)
    return selector(word)
  }

  function sum(): Expression {
    const names = words[0] === 'by' && take() ? list() : []
    const inner = operand()
    const keyOf = keyBy((label) => names.includes(label))
    return (series, at) =>
      grouped(vector(inner(series, at)), keyOf).map((group) => ({
        labels: Object.fromEntries(
          names.flatMap((name) => (group[0]!.labels[name] ? [[name, group[0]!.labels[name]]] : [])),
        ),
        value: group.reduce((total, { value }) => total + value, 0),
      }))
  }

  function call(name: string): Expression {
    take('(')
    if (name === 'time') {
      take(')')
      return (_, at) => at
    }
    const first = operation(0)
    if (name === 'histogram_quantile') take(',')
    const second = name === 'histogram_quantile' ? operation(0) : undefined
    take(')')
    if (second)
      return (series, at) => quantiles(first(series, at) as number, vector(second(series, at)))
    if (name === 'rate') return first
    if (name !== 'abs') throw new Error(`${name} is not known`)
    return (series, at) =>
      vector(first(series, at)).map((one) => ({ ...one, value: Math.abs(one.value) }))
  }

  /** A metric now, or, with a range, its increase per second. */
  function selector(name: string): Expression {
    const matches = words[0] === '{' ? matchers() : () => true
    const minutes = words[0] === '[' && take() ? Number.parseInt(take(), 10) : undefined
    if (minutes !== undefined) take(']')
    const look = minutes === undefined ? valueAt : rateOver(minutes * 60)
    return (series, at) =>
      series.flatMap((one) => {
        if (one.name !== name || !matches(one.labels)) return []
        const value = look(one, at)
        return value === undefined ? [] : [{ labels: one.labels, value }]
      })
  }

  function matchers(): (labels: Labels) => boolean {
    take('{')
    const all: ((labels: Labels) => boolean)[] = []
    for (let label = take(); label !== '}'; label = take()) {
      if (label === ',') continue
      const [how, text] = [take(), take().slice(1, -1)]
      const form = new RegExp(`^(?:${text})$`)
      const fits = (value: string) => (how.endsWith('~') ? form.test(value) : value === text)
      all.push((labels) => fits(labels[label] ?? '') === how.startsWith('='))
    }
    return (labels) => all.every((fits) => fits(labels))
  }
}

const vector = (value: number | Sample[]): Sample[] => {
  if (typeof value === 'number') throw new Error('a metric is missing')
  return value
}

function grouped(samples: readonly Sample[], keyOf: KeyOf): Sample[][] {
  const groups = new Map<string, Sample[]>()
  for (const one of samples)
    groups.set(keyOf(one.labels), [...(groups.get(keyOf(one.labels)) ?? []), one])
  return [...groups.values()]
}

function combined(
  operator: string,
  keyOf: KeyOf,
  left: number | Sample[],
  right: number | Sample[],
): number | Sample[] {
  const compute = operators[operator]
  if (!compute) {
    const keys = new Set(
      vector(operator === 'or' ? left : right).map(({ labels }) => keyOf(labels)),
    )
    const isNew = ({ labels }: Sample) => !keys.has(keyOf(labels))
    return operator === 'or'
      ? [...vector(left), ...vector(right).filter(isNew)]
      : vector(left).filter(isNew)
  }
  if (typeof left === 'number') return compute(left, right as number)!
  return left.flatMap(({ labels, value }) => {
    const partner =
      typeof right === 'number'
        ? right
        : right.find((one) => keyOf(one.labels) === keyOf(labels))?.value
    const result = partner === undefined ? undefined : compute(value, partner)
    return result === undefined || Number.isNaN(result) ? [] : [{ labels, value: result }]
  })
}

function valueAt({ samples }: Series, at: number): number | undefined {
  const [, value] = samples.findLast(([when]) => when <= at && when > at - scrapeSeconds) ?? []
  return value
}

/** By the first and the last value of the window. No counter begins anew here. */
const rateOver =
  (seconds: number) =>
  ({ samples }: Series, at: number): number | undefined => {
    const within = samples.filter(([when]) => when <= at && when > at - seconds)
    const [first, last] = [within[0], within.at(-1)]
    if (!first || !last || first === last) return undefined
    return (last[1] - first[1]) / (last[0] - first[0])
  }

/** Within the bucket it grows evenly. */
function quantiles(share: number, buckets: readonly Sample[]): Sample[] {
  const keyOf = keyBy((label) => label !== 'le')
  return grouped(buckets, keyOf).flatMap((group) => {
    const bounds = group
      .map(({ labels, value }) => ({ le: Number(labels.le!.replace('Inf', 'Infinity')), value }))
      .sort((a, b) => a.le - b.le)
    const total = bounds.at(-1)!.value
    if (!(total > 0)) return []
    const at = bounds.findIndex(({ value }) => value >= share * total)
    const lower = bounds[at - 1] ?? { le: 0, value: 0 }
    const { le, value } = bounds[at]!
    const { le: _, ...labels } = group[0]!.labels
    const part = (share * total - lower.value) / (value - lower.value)
    return [{ labels, value: le === Infinity ? lower.le : lower.le + (le - lower.le) * part }]
  })
}
