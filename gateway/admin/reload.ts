import type { IncomingMessage } from 'node:http'
import { parseJsonObject, readBody } from '../../kit/api/body.js'
import { ApiError, fieldErrors, validationError } from '../../kit/api/errors.js'
import { isObject } from '../../kit/config/objects.js'
import { didYouMean } from '../../kit/config/yaml/diagnostics.js'
import { validateAnnouncedBody } from '../../kit/http/announced-body.js'
import type { Effects } from '../lab/report.js'

/** What is asked of a reload: the body of `POST /reload`. */
export interface ReloadOptions {
  /** Whether it only tells what it would do. */
  dry?: boolean
  /** It is refused when more than this share of the recorded requests is decided otherwise, 0 to 1. */
  refuseAbove?: number
  /** Whether it returns to the configuration before the one in force, instead of the files. */
  back?: boolean
  /** Who asks, as they name themselves. */
  by?: string
  /** With `dry`: the texts of files by their paths in CONFIG_DIR, instead of what is there. */
  texts?: Record<string, string>
}

/** A configuration took the place of another one, or would have. */
export interface Reloaded extends Effects {
  /** In force now. */
  inForce: { hash: string; loadedAt: Date }
  /** The hash of what was loaded. */
  hash: string
  /** What the operator has to know besides. */
  notes: readonly string[]
}

/** The configuration in force stays. */
export interface ReloadRefusal extends Partial<Effects> {
  /** Everything that was wrong, each on a line of its own. */
  refused: string
  /** What it was refused by. */
  field: 'configuration' | 'back' | 'refuseAbove'
}

/** Largest body, in bytes: it may hold all files of a configuration. */
const maxBytes = 4_194_304

const members: Record<keyof ReloadOptions, { accepts(value: unknown): boolean; is: string }> = {
  dry: { accepts: isBoolean, is: 'true or false' },
  refuseAbove: { accepts: isShare, is: 'a share between 0 and 1, such as 0.01' },
  back: { accepts: isBoolean, is: 'true or false' },
  by: { accepts: isName, is: 'a name of 1 to 64 characters' },
  texts: { accepts: isTexts, is: 'a mapping of paths to texts' },
}

const known = Object.keys(members)

/** The body of a request; none asks for a plain reload. @throws ApiError as readBody. */
export async function reloadOptionsIn(req: IncomingMessage): Promise<ReloadOptions> {
  if (!validateAnnouncedBody(req, { contentTypes: ['application/json'], maxBytes })) return {}
  return checkedOptions(parseJsonObject(await readBody(req, maxBytes)))
}

/** @throws ApiError VALIDATION_ERROR for each wrong or unknown member. */
export function checkedOptions(body: Readonly<Record<string, unknown>>): ReloadOptions {
  const mistakes: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(body)) {
    const member = Object.hasOwn(members, name) ? members[name as keyof ReloadOptions] : undefined
    if (!member) mistakes.body = [`unknown member "${name}": ${didYouMean(name, known)}`]
    else if (!member.accepts(value)) mistakes[name] = [`${name} must be ${member.is}`]
  }
  if (body.texts !== undefined && body.dry !== true)
    mistakes.texts = ['texts are only compared: send dry: true too']
  if (Object.keys(mistakes).length > 0) throw validationError(mistakes)
  return body
}

/** The answer to a reload. @throws ApiError VALIDATION_ERROR for one that was refused. */
export function reloadAnswer(outcome: Reloaded | ReloadRefusal, { dry }: ReloadOptions): object {
  if ('refused' in outcome) throw refusal(outcome)
  const { hash, inForce, ...told } = outcome
  const config = { hash: inForce.hash, loadedAt: inForce.loadedAt.toISOString() }
  return dry
    ? { status: 'compared', config, compared: { hash }, ...told }
    : { status: 'reloaded', config, ...told }
}

function refusal({ refused, field, ...effects }: ReloadRefusal): ApiError {
  const mistakes = refused.split('\n')
  const details = { ...fieldErrors({ [field]: mistakes }), ...effects }
  return new ApiError('VALIDATION_ERROR', mistakes[0]!, { details })
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

function isShare(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function isTexts(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((text) => typeof text === 'string')
}

/** Without control characters: it is shown on terminals. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && /^[^\p{C}]{1,64}$/u.test(value) && value.trim() !== ''
}
