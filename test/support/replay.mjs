/*
 * Replays kept requests by the configuration `before` and each of `afters`, from stdin: in processes
 * of their own, or one after the other in this one, which is faster.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [built, how] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(built, path)).href)
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { before, afters, kept, documents } = JSON.parse(Buffer.concat(chunks).toString())
const reports = []

if (how === 'in processes') {
  const { replay } = await load('gateway/primary/replay.js')
  for (const after of afters)
    reports.push(await replay(before, after, kept, documents).catch(({ message }) => ({ message })))
} else {
  const { compared } = await load('gateway/decisions/compared.js')
  const { openTrial } = await load('gateway/lab/trial.js')
  const { TrialDecider } = await load('gateway/lab/decision.js')
  const { readInstead } = await load('kit/config/yaml/file.js')
  const open = async ({ files: { texts }, variables }) => {
    // express-gateway's registries are process-wide: each configuration gets new ones
    const { cache } = createRequire(join(built, 'index.js'))
    for (const file of Object.keys(cache))
      if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
    const { CONFIG_DIR } = process.env
    readInstead(CONFIG_DIR, texts)
    const options = { isChecked: true }
    return new TrialDecider(await openTrial(CONFIG_DIR, (name) => variables[name], options))
  }
  const shapes = kept.map(({ shape }) => shape)
  const first = await open(before)
  const decided = await first.decide(shapes)
  const old = {
    decide: async (some) => some.map((one) => decided[shapes.indexOf(one)]),
    facts: first.facts,
  }
  for (const after of afters) reports.push(await compared(old, await open(after), kept))
}
console.log(JSON.stringify(reports))
process.exit(0)
