import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { answerHelp } from '../kit/process/command.js'

answerHelp(`usage: npm run docs
  writes what is generated from code: costs, errors, the cookbook, fields,
  the client's type of an organization`)

const steps = ['cost-list', 'error-list', 'cookbook', 'field-list', 'client-type']
for (const step of steps) {
  const file = join(import.meta.dirname, `${step}.js`)
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
