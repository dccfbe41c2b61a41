import { type RoleGrant, toPlan } from '../../kit/config/roles.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type PlacedDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { parseSource, type SettingOf, type Source } from '../../kit/config/yaml/source.js'
import { defaultPlan } from '../../kit/credentials/plans.js'
import { toDiagnostic } from './mistakes.js'
import { schema } from './schema.js'

/** auth-service.config.yml: the policy of the service. Its comments explain every key. */
export interface AuthConfig {
  tokens: {
    issuer: string
    audience: string
    accessSeconds: number
    refreshIdleSeconds: number
    refreshAbsoluteSeconds: number
  }
  /** Role → what its users may do and grant, and their plan. */
  roles: Record<string, RoleGrant>
  /** The plans besides `default`. */
  plans: readonly string[]
  sessions: { maxPerUser: number }
  apiKeys: { maxPerUser: number; maxDays: number; lastUsedSeconds: number }
  login: { freeFailures: number; maxWaitSeconds: number }
  password: { minLength: number }
  accounts: AccountsConfig
}

/** How people create and recover accounts (docs/auth-service.md). */
export interface AccountsConfig {
  signUp: 'off' | 'invite' | 'domains' | 'open'
  /** Where `signUp` is `domains`: those of the addresses that may sign up. */
  domains: readonly string[]
  /** Of new accounts. */
  role: string
  linkSeconds: number
  invitationSeconds: number
  maxPerNetwork: number
  maxPerRecipient: number
  maxPending: number
}

/** The valid policy, with warnings for the operator. */
export interface ValidConfig {
  config: AuthConfig
  warnings: PlacedDiagnostic[]
  /** Adds the place in the file to further diagnostics of the policy. */
  placeAll: Source['placeAll']
}

/**
 * Reads the policy from CONFIG_DIR. Missing keys get the defaults of the schema.
 * @param settingOf Returns the values of the variables in the YAML.
 * @throws ConfigurationError with every mistake, each with its place and fix.
 */
export function readConfig(configDir: string, settingOf: SettingOf): ValidConfig {
  const { file, text } = readConfigurationFile(configDir, 'auth-service.config.yml')
  return parseConfig(file, text, settingOf)
}

/** Like `readConfig`. @param file Name of the text's file, for the messages. */
export function parseConfig(file: string, text: string, settingOf: SettingOf): ValidConfig {
  const source = parseSource(file, text, settingOf)
  if (source.mistakes.length > 0) throw new ConfigurationError(source.mistakes)
  const { error, value: config } = schema.validate(source.value ?? {}, {
    convert: false,
    abortEarly: false,
  })
  if (error) throw new ConfigurationError(error.details.map(toDiagnostic).map(source.place))
  const mistakes = [...unknownPlans(config), ...accountMistakes(config)]
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.map(source.place))
  return { config, warnings: source.placeAll(checkDurations(config)), placeAll: source.placeAll }
}

/** Plans of roles that the file does not name. */
function unknownPlans({ roles, plans }: AuthConfig): Diagnostic[] {
  const known = [defaultPlan, ...plans]
  return Object.entries(roles).flatMap(([role, value]) => {
    const plan = toPlan(value)
    if (plan === undefined || known.includes(plan)) return []
    const message = `"plans" does not name the plan "${plan}" of this role`
    const remedy = `add it under "plans"; ${didYouMean(plan, known)}`
    return [{ path: ['roles', role, 'plan'], rule: 'plan-unknown', message, remedy }]
  })
}

/** What `accounts` lacks. */
function accountMistakes({ accounts, roles }: AuthConfig): Diagnostic[] {
  const found: Diagnostic[] = []
  if (accounts.signUp !== 'off' && !Object.hasOwn(roles, accounts.role)) {
    const remedy = didYouMean(accounts.role, Object.keys(roles))
    const message = '"role" is not a role of this file'
    found.push({ path: ['accounts', 'role'], rule: 'wrong-value', message, remedy })
  }
  if (accounts.signUp === 'domains' && accounts.domains.length === 0) {
    const remedy = 'write domains: [example.org], or another signUp'
    const message = '"domains" names no domain, so that no one could sign up'
    found.push({ path: ['accounts', 'signUp'], rule: 'wrong-value', message, remedy })
  }
  return found
}

/** Warnings for a policy that works, but may not be intended. */
function checkDurations({ tokens, login, password }: AuthConfig): Diagnostic[] {
  const found: Diagnostic[] = []
  const warn = (path: string[], rule: string, message: string, remedy: string) =>
    found.push({ path, rule, message, remedy, severity: 'warning' })
  const name = 'refreshAbsoluteSeconds'
  for (const key of ['accessSeconds', 'refreshIdleSeconds'] as const) {
    if (tokens[key] <= tokens[name]) continue
    warn(
      ['tokens', key],
      'settings-collide',
      `"${key}" is never reached: "${name}" is less`,
      'lower it, or raise the other',
    )
  }
  if (login.freeFailures > mostFreeFailures) {
    const message = `${login.freeFailures} passwords may be tried on an account before the first wait`
    warn(
      ['login', 'freeFailures'],
      'login-unlimited',
      message,
      `write ${mostFreeFailures} or fewer`,
    )
  }
  if (password.minLength < leastPassword) {
    const remedy = `write ${leastPassword} or more`
    warn(['password', 'minLength'], 'password-short', 'passwords this short are guessed', remedy)
  }
  return found
}

/**
 * Maximum consecutive failures of NIST SP 800-63B-4, and its minimum length of a password used
 * alone.
 */
const [mostFreeFailures, leastPassword] = [100, 15]
