import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { answerHelp, endWhenUnread } from '../../kit/process/command.js'
import { organizationLines, registers } from './registers.js'

/** Writes the organizations of a public register as NDJSON, for `npm run load`. */

const usage = `usage: npm run --silent register -- REGISTER FILE... > organizations.ndjson

REGISTER  ${Object.keys(registers).join(', ')}: docs/loading.md
FILE      of that register, plain or gzip`

answerHelp(usage)
endWhenUnread()
const [name = '', ...paths] = process.argv.slice(2)
const register = Object.hasOwn(registers, name) ? registers[name] : undefined
if (register === undefined || paths.length === 0) {
  console.error(usage)
  process.exit(2)
}
try {
  await pipeline(Readable.from(organizationLines(register, paths)), process.stdout)
} catch (error) {
  console.error(`register: ${(error as Error).message}`)
  process.exitCode = 1
}
