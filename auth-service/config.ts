import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Joi from 'joi'
import { isNode, LineCounter, parseDocument } from 'yaml'

/** auth-service.config.yml (DESIGN 5): the policy of the service. Its comments explain every key. */
export interface Config {
  tokens: {
    issuer: string
    audience: string
    accessSeconds: number
    refreshIdleSeconds: number
    refreshAbsoluteSeconds: number
  }
  /** Role → what its users may do and grant. */
  roles: Record<string, string[]>
  apiKeys: { maxPerUser: number; maxDays: number; lastUsedSeconds: number }
  login: { freeFailures: number; maxWaitSeconds: number }
  password: { minLength: number }
}

const positive = Joi.number().integer().min(1)
const seconds = positive.max(10 * 366 * 86_400)
const scope = Joi.string().pattern(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, 'scope, such as organizations:read')

const schema = Joi.object({
  tokens: Joi.object({
    issuer: Joi.string().default('nonprofit-directory'),
    audience: Joi.string().default('nonprofit-directory-api'),
    accessSeconds: seconds.default(3600),
    refreshIdleSeconds: seconds.default(604_800),
    refreshAbsoluteSeconds: seconds.default(2_592_000),
  }).default(),
  roles: Joi.object()
    .pattern(/^[a-z][a-z0-9-]*$/, Joi.array().items(scope).unique())
    .min(1)
    .default({
      user: ['organizations:read', 'api-keys:manage'],
      admin: ['organizations:read', 'api-keys:manage', 'users:manage'],
    }),
  apiKeys: Joi.object({
    maxPerUser: positive.default(10_000),
    maxDays: positive.max(36_500).default(3650),
    lastUsedSeconds: positive.max(86_400).default(60),
  }).default(),
  login: Joi.object({
    freeFailures: positive.default(10),
    maxWaitSeconds: positive.max(86_400).default(900),
  }).default(),
  password: Joi.object({ minLength: positive.max(128).default(12) }).default(),
})

/**
 * Reads the policy from CONFIG_DIR. What is left out has the default of DESIGN 5.
 * @throws Error with one line per mistake: file:line:column, what is wrong, what is allowed.
 */
export function readConfig(folder: string): Config {
  const file = join(folder, 'auth-service.config.yml')
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file}: cannot be read (${(error as NodeJS.ErrnoException).code}). Set CONFIG_DIR to its folder.`)
  }
  return parseConfig(text, file)
}

/** @param file Name of the text's file, for the messages. */
export function parseConfig(text: string, file: string): Config {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  if (document.errors.length > 0) {
    throw new Error(document.errors.map((error) => `${at(error.pos[0])} ${error.message.split('\n')[0]}`).join('\n'))
  }
  const { error, value } = schema.validate(document.toJS() ?? {}, { convert: false, abortEarly: false })
  if (!error) return value
  const mistakes = error.details.map(({ path, message }) => `${at(offsetOf(path))} ${message}`)
  throw new Error(mistakes.join('\n'))

  /** Where the value at the path stands, or the nearest thing around it. */
  function offsetOf(path: readonly (string | number)[]): number {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true)
      if (isNode(node) && node.range) return node.range[0]
    }
    return 0
  }
}
