import { isObject } from '../kit/config/objects.js'
import { askGateway, NotAsked } from './ask.js'
import { changesText } from './comparison/text.js'

const usage = `usage: npm run reload
  has the running gateway read gateway.config.yml, system.config.yml, the code of own policies and
  the files of TLS_CERT and TLS_KEY again. It is asked at ADMIN_HOST and ADMIN_PORT with
  OPERATOR_SECRET, or the one kept in DATA_DIR: set them as they are set for the gateway. Other
  settings of the environment, ports among them, take effect at a restart only.
  exit code 0: the files are in force, 1: they were refused and the earlier ones stay in force,
  2: the gateway could not be reached`

/**
 * Longest wait for an answer, in milliseconds: by then all workers are replaced, after a reload
 * already in progress.
 */
const deadlineMs = 120_000

/** `npm run reload` with these arguments. It writes to the console. @returns its exit code. */
export async function reloadCommand(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    console.error((error as Error).message)
    return 2
  }
}

/** @returns the exit code. @throws NotAsked, or Error for an invalid setting. */
async function run([argument]: readonly string[]): Promise<number> {
  if (argument === '--help' || argument === '-h') {
    console.log(usage)
    return 0
  }
  if (argument !== undefined) {
    console.error(usage)
    return 2
  }
  const { status, config, changes, error } = await askGateway('POST', '/reload', deadlineMs)
  if (status === 'reloaded' && isObject(config) && Array.isArray(changes)) {
    console.log(`${changesText(changes)}\nok  configuration ${config.hash} is in force`)
    return 0
  }
  const { code, message, details } = isObject(error) ? error : {}
  const refusals =
    isObject(details) && isObject(details.configuration) ? details.configuration._errors : undefined
  if (code !== 'VALIDATION_ERROR' || !Array.isArray(refusals))
    throw new NotAsked(String(message ?? 'it is not a gateway'))
  console.error([...refusals, 'refused; the earlier configuration stays in force'].join('\n'))
  return 1
}
