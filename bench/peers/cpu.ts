import { atMost } from '../goals.js'
import type { Field } from './field.js'
import { length } from './length.js'
import { type Load, measure, type Program, type Row, warmingBlocks } from './measure.js'
import type { Table } from './table.js'

/** CPU of one search of 10 hits for each program, by the credential that callers bring. */
export async function cpu(field: Field): Promise<Table[]> {
  const { limit, uncached, peers, gateway, bare, other, forwarders, token, key } = field
  const ours = [gateway, bare, ...other]
  const newTokens = await field.tokens(length.requests * (length.rounds + warmingBlocks) + 1)
  const asked: [Load, Program[]][] = [
    [oneToken(token, 10), [limit, uncached, ...peers, ...ours, ...forwarders]],
    [
      {
        name: 'API key',
        hits: 10,
        headersFor: (to) => (to === limit ? bearer(token) : { 'x-api-key': key }),
      },
      [limit, ...ours],
    ],
    [turns('100 tokens', newTokens.slice(0, 100)), [limit, ...ours]],
    [turns('new tokens', newTokens), [uncached, limit, ...ours]],
  ]
  const found: Row[] = []
  for (const [load, programs] of asked) found.push(...(await measure(load, programs, length)))
  compareWithGoals(found)
  return asked.map(([{ name }]) =>
    programTable(
      `CPU of a search, ${name}`,
      found.filter(({ load }) => load === name),
    ),
  )
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** The same token each time. */
export function oneToken(token: string, hits: number): Load {
  return { name: 'one token', hits, headersFor: () => bearer(token) }
}

/** Each program gets these in turn, from the first on. */
function turns(name: string, tokens: readonly string[]): Load {
  const next = new Map<Program, number>()
  return {
    ...{ name, hits: 10 },
    headersFor(to) {
      const at = next.get(to) ?? 0
      next.set(to, at + 1)
      return bearer(tokens[at % tokens.length]!)
    },
  }
}

export function programTable(title: string, rows: readonly Row[]): Table {
  return {
    title,
    columns: ['Program', 'CPU µs', 'middle half', 'of the first', 'searches/s', 'MB'],
    rows: rows.map(({ program, cpu, ofFirst, requestsPerSecond, memoryMb }) => {
      const spread = `${cpu.low.toFixed(0)} to ${cpu.high.toFixed(0)}`
      return [program, cpu.median, spread, ofFirst, requestsPerSecond, memoryMb]
    }),
  }
}

function compareWithGoals(rows: readonly Row[]): void {
  const rowOf = (load: string, program: string) =>
    rows.find((row) => row.load === load && row.program === program)
  const ratio = (load: string, program: string, of: string) => {
    const [one, other] = [rowOf(load, program), rowOf(load, of)]
    return one && other ? one.ofFirst / other.ofFirst : undefined
  }
  const goal = (what: string, seen: number | undefined, most: number) => {
    if (seen !== undefined) atMost(what, seen, most)
  }
  goal('one token: of the Node limit', ratio('one token', 'gateway', 'node-limit'), 1.6)
  goal('API key: of the Node limit', ratio('API key', 'gateway', 'node-limit'), 1.6)
  goal(
    'one token, log and limits off: of the Node limit',
    ratio('one token', 'gateway, no log', 'node-limit'),
    1.25,
  )
  goal(
    'one token: of Express with the official client',
    ratio('one token', 'gateway', 'express'),
    0.65,
  )
  goal('one token: of stock express-gateway', ratio('one token', 'gateway', 'stock-gateway'), 0.45)
  goal('moonshot, one token: of Go', ratio('one token', 'gateway', 'go'), 1)
  const check =
    rowOf('one token', 'node-limit, no cache')!.cpu.median -
    rowOf('one token', 'node-limit')!.cpu.median
  const known = rowOf('one token', 'gateway')!.cpu.median
  goal(
    'a new token: of a known one and a bare check',
    rowOf('new tokens', 'gateway')!.cpu.median / (known + check),
    1.1,
  )
}
