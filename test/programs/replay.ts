import { text } from 'node:stream/consumers'
import { Decider } from '../../gateway/lab/decider.js'
import { compareDecisions } from '../../gateway/lab/decisions.js'
import { replay } from '../../gateway/lab/replay.js'
import { openTrial } from '../../gateway/lab/trial.js'
import { requiredSetting } from '../../kit/config/settings.js'
import { readInstead } from '../../kit/config/yaml/file.js'
import { forgetHost } from './forget-host.js'

/**
 * Replays recorded requests by the configuration `before` and each of `afters`, from stdin: in
 * processes of their own, or one after the other in this one, which is faster.
 */
const [how] = process.argv.slice(2)
const { before, afters, requests, documents } = JSON.parse(await text(process.stdin))
const reports: unknown[] = []

if (how === 'in processes') {
  for (const after of afters)
    reports.push(
      await replay(before, after, requests, documents).catch(({ message }) => ({ message })),
    )
} else {
  const first = await open(before)
  const decided = await first.decide(requests)
  const old = { decide: async () => decided, describe: (params: never) => first.describe(params) }
  for (const after of afters) reports.push(await compareDecisions(old, await open(after), requests))
}
console.log(JSON.stringify(reports))
process.exit(0)

async function open({ files, variables }: Parameters<typeof replay>[0]): Promise<Decider> {
  forgetHost()
  const configDir = requiredSetting('CONFIG_DIR')
  readInstead(configDir, files.texts)
  return new Decider(await openTrial(configDir, (name) => variables[name], { isChecked: true }))
}
