import { parseArgs } from 'node:util'
import { readConfig } from '../../auth-service/config/config.js'
import { requiredSetting } from '../../kit/config/settings.js'
import { renderCauses } from '../../kit/log/causes.js'
import { endWhenUnread } from '../../kit/process/command.js'
import { explain } from './explain.js'
import { readRequest } from './request-file.js'
import { checkedSetting } from './settings.js'
import { openTrial } from './trial.js'

const usage = `usage: npm run explain -- [--config FOLDER] FILE
  passes the request in FILE (METHOD path, headers, an empty line, the body) through the
  configuration in FOLDER, by default CONFIG_DIR, and prints what each step does with it
  comments in FILE say who sends it: # caller: { key: user } (docs/policy-tests.md)
  exit code 0: printed, 1: the configuration or the file has mistakes, 2: it could not be run`

/** `npm run explain`. @returns its exit code. */
async function explainCommand(args: string[]): Promise<number> {
  const options = { config: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [file] = positionals
  if (values.help || file === undefined || positionals.length > 1) {
    console[values.help ? 'log' : 'error'](usage)
    return values.help ? 0 : 2
  }
  process.env.CONFIG_DIR = values.config ?? requiredSetting('CONFIG_DIR')
  const { CONFIG_DIR: folder } = process.env
  const call = readRequest(file)
  const { config: auth } = readConfig(folder, explainedSetting)
  console.log(await explain(await openTrial(folder, explainedSetting, { auth }), call))
  return 0
}

/** A setting as in a check; one that has no value does not matter to a request. */
function explainedSetting(name: string, fallback?: string): string | undefined {
  return checkedSetting(name) ?? (fallback === undefined ? `a placeholder for ${name}` : undefined)
}

endWhenUnread()
explainCommand(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(renderCauses(error))
    process.exit(error.name === 'ConfigurationError' ? 1 : 2)
  },
)
