import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { ReloadOptions } from './admin/reload.js'
import type { ReportFormat } from './lab/report.js'

export const usage = `usage: npm run reload -- [--dry] [--refuse-above SHARE] [--back] [--by NAME]
                         [--format text|markdown|json]
  has the running gateway read gateway.config.yml, system.config.yml, search templates, the code of
  own policies and the files of TLS_CERT and TLS_KEY again, and prints what becomes allowed or
  refused. It is asked at ADMIN_HOST and ADMIN_PORT with OPERATOR_SECRET, or the one kept in
  DATA_DIR: set them as they are set for the gateway. Other settings of the environment, ports among
  them, take effect at a restart only.
  --dry                 changes nothing: tells what would change, and for which of the last requests
  --refuse-above SHARE  refuses when more than this share of them would be decided otherwise: 1%
  --back                returns to the configuration before; the files stay as they are
  --by NAME             who reloads, for log and history; by default the user of this system
  --format FORMAT       text, markdown, or the json of POST /reload
  exit code 0: it is in force, or would be; 1: it was refused, and the earlier one stays in force;
  2: wrong usage, or the gateway did not answer or refuses the secret`

/** The arguments cannot be used. */
export class WrongUsage extends Error {}

/** What the command is to do. */
export interface ReloadCommand {
  options: ReloadOptions
  format: ReportFormat | 'json'
}

/** @throws WrongUsage */
export function parseReload(args: readonly string[]): ReloadCommand {
  const { dry, back, by, format, ...values } = valuesOf(args)
  if (format !== 'text' && format !== 'markdown' && format !== 'json')
    throw new WrongUsage('--format must be text, markdown or json')
  const name = by ?? userName()
  const share = values['refuse-above']
  const options = {
    ...(dry && { dry }),
    ...(back && { back }),
    ...(share !== undefined && { refuseAbove: shareOf(share) }),
    ...(name !== undefined && { by: name }),
  }
  return { options, format }
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        dry: { type: 'boolean' },
        back: { type: 'boolean' },
        by: { type: 'string' },
        'refuse-above': { type: 'string' },
        format: { type: 'string', default: 'text' },
      },
    }).values
  } catch (error) {
    throw new WrongUsage((error as Error).message)
  }
}

/** `1%` is 0.01. */
function shareOf(text: string): number {
  const percent = Number(/^(\d+(?:\.\d+)?) ?%$/.exec(text)?.[1])
  if (percent <= 100) return percent / 100
  throw new WrongUsage('--refuse-above must be a share of 0% to 100%, such as 1%')
}

/** Undefined where the user has no name, as in some containers. */
function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
