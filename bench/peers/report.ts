import { writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Length, Row } from './measure.js'

/** The rows of one load, as a table of Markdown. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(({ program, cpu, ofFirst, requestsPerSecond, memoryMb }) => {
    const spread = `${cpu.low.toFixed(0)} to ${cpu.high.toFixed(0)}`
    return `| ${program} | ${cpu.median.toFixed(0)} | ${spread} | ${ofFirst.toFixed(2)} | ${requestsPerSecond.toFixed(0)} | ${memoryMb} |`
  })
  return [
    '| Program | CPU µs | middle half | of the first | searches/s | MB |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** Writes docs/benchmarks.md, .json and .svg. */
export function writeReport(rows: readonly Row[], length: Length): void {
  const model = cpus()[0]?.model ?? 'unknown processor'
  const machine = `${model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Linux, node ${process.version}, load ${loadavg()[0]!.toFixed(1)} at the end`
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync('docs/benchmarks.json', `${JSON.stringify({ date, machine, length, rows }, null, 2)}\n`)
  writeFileSync('docs/benchmarks.svg', chart(rows.filter(({ load, hits }) => load === 'one token' && hits === 10)))
  const titles = [...new Set(rows.map(titleOf))]
  const tables = titles.map((title) => `## ${title}\n\n${table(rows.filter((row) => titleOf(row) === title))}\n`)
  writeFileSync('docs/benchmarks.md', `${introduction(date, machine, length)}\n${tables.join('\n')}`)
}

const titleOf = ({ load, hits }: Row) => `${load}, ${hits} ${hits === 1 ? 'hit' : 'hits'}`

function introduction(date: string, machine: string, { rounds, requests, connections }: Length): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\` on ${date}: ${machine}.
Where the time goes, and what was tried: [performance.md](performance.md).

CPU time of one search, of all processes of a program, from /proc: the median of ${rounds} blocks of ${requests} searches (fewer with many hits), in
which the programs take turns, with ${connections} connections (4 with 1,000 hits); the middle half of the blocks beside it; and the median of its ratio to the first program in the
same round. Searches a second are what one process answered while a caller and the engine, each a process of its own, shared the machine.
Memory is what its processes had resident at the end of its blocks: of the gateway, one worker and the process that leads it.

All programs ask the same engine, which costs nothing, and answer with the same envelope; each is checked for it first. The gateway
runs all its policies with the shipped configuration and writes its log; the others verify the token, check the index and wrap the hits.

| Program | What it is |
|---|---|
| node-limit | the leanest program that does the work on Node: node:http, undici, paseto, tokens kept that were verified |
| fastify | Fastify 5 with undici |
| express | Express 4 with @elastic/elasticsearch |
| stock-gateway | express-gateway as it comes, with one plain policy |
| gateway, no log | ours without ACCESS_LOG and METRICS |
| nginx, forwarding | what the way alone costs: no check, no envelope |

![CPU of one search of 10 hits](benchmarks.svg)
`
}

/** Bars, one for each program. */
function chart(rows: readonly Row[]): string {
  const [left, width, step] = [150, 450, 28]
  const longest = Math.max(...rows.map(({ cpu }) => cpu.median))
  const bars = rows.map(({ program, cpu }, i) => {
    const [y, length] = [20 + i * step, (width * cpu.median) / longest]
    const colour = program.startsWith('gateway') ? '#0b6e4f' : '#9aa5b1'
    return `  <text x="${left - 8}" y="${y + 14}" text-anchor="end">${program}</text>
  <rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="18" fill="${colour}"/>
  <text x="${(left + length + 6).toFixed(1)}" y="${y + 14}">${cpu.median.toFixed(0)} µs</text>`
  })
  const height = 30 + rows.length * step
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 80} ${height}" font-family="sans-serif" font-size="13" fill="#1f2933">
${bars.join('\n')}
</svg>
`
}
