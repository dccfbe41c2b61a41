import { writeFileSync } from 'node:fs'
import { constructs } from './constructs.js'
import { Lab } from './lab.js'

/**
 * `coefficients.js DATA OUT [NAME PART] [DOCUMENTS] [HOME]`: measures the cost of each construct,
 * in microseconds of CPU and in heap.
 */
const [data = '', out = '', part = '', documents = '22000', home] = process.argv.slice(2)
const lab = await new Lab({ data, documents: Number(documents), home }).start()
const rows: Record<string, unknown>[] = []
let base = 0
let measured = 0
/** Runs before the first figure, until byte code is compiled. */
const warmUps = 300
try {
  for (let i = 0; i < warmUps; i++) {
    const { index, body } = constructs[i % 5]!
    await lab.measure(index, body)
  }
  const chosen = constructs.filter(({ name }, i) => i < 5 || name.includes(part))
  for (const { name, index, body, count, buckets } of chosen) {
    try {
      const cpu = await lab.cpuOf(index, body)
      if (name === 'nothing') base = cpu
      else if (++measured % 10 === 0)
        base = await lab.cpuOf(constructs[0]!.index, constructs[0]!.body)
      const seen = buckets ? await lab.measure(index, body, { heap: true }) : undefined
      const each = ((cpu - base) / count) * 1e6
      const memory = seen && {
        breakerMb: round(seen.breaker),
        heapMb: round(seen.heap),
        bytesABucket: Math.round((seen.breaker * 2 ** 20) / buckets!),
      }
      rows.push({ name, cpuMs: round(cpu * 1000), count, eachUs: round(each), ...memory })
      console.log(
        `${name.padEnd(50)} ${(cpu * 1000).toFixed(2).padStart(9)} ms ` +
          `/${String(count).padStart(6)} = ${each.toFixed(1).padStart(9)} µs ` +
          `${memory ? `breaker ${memory.breakerMb} MB, heap ${memory.heapMb} MB` : ''}`,
      )
    } catch (error) {
      rows.push({ name, error: (error as Error).message })
      console.log(name, 'FAILED', (error as Error).message)
    }
    writeFileSync(out, JSON.stringify(rows, null, 1))
  }
} finally {
  await lab.stop()
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
