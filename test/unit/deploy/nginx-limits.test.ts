import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

const read = (name: string) => readFileSync(name, 'utf8')

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
