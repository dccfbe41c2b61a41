/*
 * Replays recorded requests by the configuration `before` and each of `afters`, from stdin: in
 * processes of their own, or one after the other in this one, which is faster.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [built, how] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(built, path)).href)
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { before, afters, requests, documents } = JSON.parse(Buffer.concat(chunks).toString())
const reports = []

if (how === 'in processes') {
  const { replay } = await load('gateway/lab/replay.js')
  for (const after of afters)
    reports.push(
      await replay(before, after, requests, documents).catch(({ message }) => ({ message })),
    )
} else {
  const { compareDecisions } = await load('gateway/lab/decisions.js')
  const { openTrial } = await load('gateway/lab/trial.js')
  const { Decider } = await load('gateway/lab/decider.js')
  const { readInstead } = await load('kit/config/yaml/file.js')
  const open = async ({ files: { texts }, variables }) => {
    // express-gateway's registries are process-wide: each configuration gets new ones
    const { cache } = createRequire(join(built, 'index.js'))
    for (const file of Object.keys(cache))
      if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
    const { CONFIG_DIR } = process.env
    readInstead(CONFIG_DIR, texts)
    const options = { isChecked: true }
    return new Decider(await openTrial(CONFIG_DIR, (name) => variables[name], options))
  }
  const first = await open(before)
  const decided = await first.decide(requests)
  const old = { decide: async () => decided, describe: (params) => first.describe(params) }
  for (const after of afters)
    reports.push(await compareDecisions(old, await open(after), requests))
}
console.log(JSON.stringify(reports))
process.exit(0)
