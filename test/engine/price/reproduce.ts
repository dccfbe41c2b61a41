import { readFileSync, writeFileSync } from 'node:fs'
import { validatorOf } from '../../../plugins/search-rules/validate/request.js'
import { attacks } from './attacks.js'
import { Lab } from './lab.js'

/**
 * `reproduce.js DATA OUT [COPIES] [NAME PATTERN]`: runs each attack as the gateway would send it,
 * and writes what it did to the node.
 */
const [data = '', out = '', copies = '1', pattern = '', knownFile] = process.argv.slice(2)
const validate = validatorOf({
  indexPrefixes: ['map-serp', 'organization-entity', 'organization-serp'],
})
const lab = await new Lab({ data, copies: Number(copies) }).start()
const rows: Record<string, unknown>[] = knownFile ? JSON.parse(readFileSync(knownFile, 'utf8')) : []
try {
  for (const { name, index = 'organization-entity*', body } of attacks.filter((one) =>
    one.name.includes(pattern),
  )) {
    const text = JSON.stringify({ index, body })
    const verdict = validate(text)
    if ('problems' in verdict) {
      console.log(name, 'REFUSED', JSON.stringify(verdict.problems).slice(0, 200))
      continue
    }
    const sent = JSON.parse(verdict.search.body)
    const measured = await lab.measure(index, sent, { heap: true, deadline: 10_000 })
    const row = { name, requestBytes: text.length, ...measured }
    rows.push(row)
    console.log(
      `${name.slice(0, 60).padEnd(60)} ${measured.outcome.slice(0, 60).padEnd(20)} cpu ` +
        `${measured.cpu.toFixed(2)} gc ${measured.garbage.toFixed(2)} wall ` +
        `${measured.wall.toFixed(1)} heap ${measured.heap.toFixed(0)} breaker ` +
        `${measured.breaker.toFixed(0)} bytes ${text.length} → ${measured.bytes}`,
    )
    writeFileSync(out, JSON.stringify(rows, null, 1))
  }
} finally {
  await lab.stop()
}
