import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { answerHelp, endWhenUnread } from '../../../../kit/process/command.js'
import { isEncoding } from '../encoding.js'
import { organizationLines, registers } from './registers.js'

/** Writes the organizations of a public register as NDJSON, for `npm run load`. */

const usage = `usage: npm run --silent register -- REGISTER FILE... [--encoding NAME] > organizations.ndjson

REGISTER    ${Object.keys(registers).join(', ')}: docs/loading.md
FILE        of that register, plain or gzip; of gb also publicextract.charity_other_names.txt
--encoding  of the files, such as windows-1252; default: UTF-8 if they are, else the register's`

answerHelp(usage)
endWhenUnread()
const { name, paths, encoding } = readArguments()
const register = Object.hasOwn(registers, name) ? registers[name] : undefined
if (register === undefined || paths.length === 0) endWithUsage()
const report = (sentence: string) => console.error(sentence)
try {
  for await (const line of organizationLines(register, paths, { encoding, report }))
    if (!process.stdout.write(line)) await once(process.stdout, 'drain')
} catch (error) {
  console.error(`register: ${(error as Error).message}`)
  process.exitCode = 1
}

function readArguments(): { name: string; paths: string[]; encoding: string | undefined } {
  try {
    const options = { encoding: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ allowPositionals: true, options })
    const { encoding } = values
    if (encoding !== undefined && !isEncoding(encoding))
      throw new Error('--encoding takes a name of the WHATWG Encoding Standard')
    const [name = '', ...paths] = positionals
    return { name, paths, encoding }
  } catch (error) {
    endWithUsage((error as Error).message)
  }
}

function endWithUsage(mistake?: string): never {
  console.error(mistake === undefined ? usage : `register: ${mistake}\n\n${usage}`)
  process.exit(2)
}
