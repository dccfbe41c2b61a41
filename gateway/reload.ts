import { isObject } from '../kit/config/objects.js'
import { askGateway } from './ask.js'
import { type Effects, printEffects, type ReportFormat } from './lab/report.js'
import { parseReload, usage, WrongUsage } from './reload-arguments.js'

/**
 * Longest wait for an answer, in milliseconds: by then all workers are replaced, after a reload
 * already in progress.
 */
const deadlineMs = 120_000

/** `npm run reload` with these arguments. It writes to the console. @returns its exit code. */
export async function reloadCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage)
    return 0
  }
  try {
    const { options, format } = parseReload(args)
    const answer = await askGateway('POST', '/reload', deadlineMs, options)
    if (format !== 'json') return report(answer, format)
    console.log(JSON.stringify(answer, null, 2))
    return refusalsIn(answer) ? 1 : 0
  } catch (error) {
    const { message } = error as Error
    console.error(error instanceof WrongUsage ? `${message}\n${usage}` : message)
    return 2
  }
}

/** Prints what the gateway says. @returns the exit code. */
function report(answer: Record<string, unknown>, format: ReportFormat): number {
  const refusals = refusalsIn(answer)
  const told = refusals ? detailsOf(answer) : answer
  if (Array.isArray(told.changes))
    console.log(`${printEffects(told as unknown as Effects, format)}\n`)
  if (refusals) {
    console.error([...refusals, 'refused; the configuration in force stays'].join('\n'))
    return 1
  }
  const { config, compared, notes } = answer as unknown as ReloadAnswer
  const outcome =
    !compared || compared.hash === config.hash
      ? `ok  configuration ${config.hash} is in force`
      : `ok  configuration ${compared.hash} would replace ${config.hash}`
  console.log([outcome, ...notes].join('\n'))
  return 0
}

/** The answer to `POST /reload`. */
interface ReloadAnswer {
  config: { hash: string }
  compared?: { hash: string }
  notes: string[]
}

function detailsOf({ error }: Record<string, unknown>): Record<string, unknown> {
  return isObject(error) && isObject(error.details) ? error.details : {}
}

/** Why it was refused, undefined if it was not. @throws Error for another answer than a reload's. */
export function refusalsIn(answer: Record<string, unknown>): string[] | undefined {
  if (isObject(answer.config) && Array.isArray(answer.changes)) return undefined
  const { code, message } = isObject(answer.error) ? answer.error : {}
  if (code !== 'VALIDATION_ERROR') throw new Error(String(message ?? 'it is not a gateway'))
  return Object.values(detailsOf(answer)).flatMap((field) =>
    isObject(field) && Array.isArray(field._errors) ? (field._errors as string[]) : [],
  )
}
