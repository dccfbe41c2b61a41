import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { shipped } from './gateway/shipped.js'

/**
 * What the documents for operators and developers say in tables and numbers, next to what they
 * speak of.
 */
const read = (name: string) => readFileSync(name, 'utf8')

test('docs/architecture.md: what each policy gives, where it stands, and its role', () => {
  const rows = [
    ...read('docs/architecture.md').matchAll(/^\| (`[a-z-]+`[^|]*) \| (.*?) ?\| (.*?) ?\|$/gm),
  ]
  const policies = rows.flatMap(([, names = '', provides = '', place = '']) =>
    [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => ({ name, names, provides, place })),
  )
  const ours = policies.filter(
    ({ name }) => shipped.has(name) && name !== 'throttle' && name !== 'budget',
  )
  expect(new Set(policies.map(({ name }) => name))).toEqual(new Set(shipped.keys()))
  for (const { name, provides, place } of ours) {
    const policy = shipped.get(name)!
    const { needs = [] } = policy.placeOf({})
    const toldNeeds = [...(/needs ((?:`\w+`(?:, )?)+)/.exec(place)?.[1] ?? '').matchAll(/`(\w+)`/g)]
    expect({
      name,
      provides: [...provides.matchAll(/`(\w+)`/g)].map(([, field]) => field),
    }).toEqual({
      name,
      provides: [...policy.provides],
    })
    if (!place.includes('the same')) {
      expect({ name, needs: toldNeeds.map(([, field]) => field) }).toEqual({
        name,
        needs: [...needs],
      })
    }
    expect({ name, role: /^`(open|answer)`/.exec(place)?.[1] }).toEqual({ name, role: policy.role })
  }
})

test('docs/workers.md: how many API keys a worker caches', () => {
  const { properties } = shipped.get('authenticate')!.schema as {
    properties: { keyCacheSize: { default: number } }
  }
  expect(read('docs/workers.md')).toContain(
    `caches the last ${properties.keyCacheSize.default.toLocaleString('en')} API keys`,
  )
})

describe('deploy/nginx.conf beside the shipped YAML', () => {
  const conf = read('deploy/nginx.conf')
  const number = (pattern: RegExp) => Number(pattern.exec(conf)?.[1])
  /** All numbers that are under a key, at any depth. */
  const valuesOf = (value: unknown, key: string): number[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([name, inner]) =>
      name === key ? [Number(inner)] : valuesOf(inner, key),
    )
  }
  const yaml = parse(read('config/gateway.config.yml'), { merge: true, maxAliasCount: -1 })

  test('nginx waits longer for an answer than any step', () => {
    expect(valuesOf(yaml, 'timeoutMs').length).toBeGreaterThan(1)
    expect(number(/proxy_read_timeout (\d+)s/) * 1000).toBeGreaterThan(
      Math.max(...valuesOf(yaml, 'timeoutMs')),
    )
  })

  test('nginx takes larger bodies than any envelope step', () => {
    const bytes = number(/client_max_body_size (\d+)m/) * 1024 * 1024
    expect(bytes).toBeGreaterThan(Math.max(...valuesOf(yaml, 'maxBodyBytes')))
  })
})

test('docs/observing.md lists the members of the line of a request', () => {
  const [, table = ''] =
    /\| Member \| Meaning \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(read('docs/observing.md')) ?? []
  const told = [...table.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, cell = '']) => [
    ...cell.matchAll(/`(\w+)`/g),
  ])
  const [, written = ''] =
    /requestLog\.write\(ids, \{([^}]*)\}\)/.exec(read('plugins/envelope/access-log.ts')) ?? []
  const members = [...written.matchAll(/^ +(\w+)[:,]/gm)].map(([, name]) => name)
  expect(told.map(([, name]) => name).sort()).toEqual(
    [...members, 'requestId', 'traceId', 'worker'].sort(),
  )
})
