import { createHash } from 'node:crypto'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type PlacedDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf, type Source } from '../../kit/config/yaml/source.js'
import { type PluginCode, pluginCode } from './plugin-code.js'
import { templateTexts } from './template-files.js'

/** The two configuration files, read once: variables resolved, positions kept. */
export interface ConfigFiles {
  gateway: Source & { value: Mapping }
  system: Source & { value: Mapping }
  /** The texts of the search templates, by their paths in the folder. */
  templates: Record<string, string>
  /** The code of plugins that are not the product's, by their names. */
  code: Record<string, PluginCode>
  /**
   * First 12 hex digits of the SHA-256 of all texts as written and of that code: identifies the
   * configuration.
   */
  hash: string
}

/** Keys of the files, by their names. */
export const topLevel = {
  'gateway.config.yml': [
    'watch',
    'apiEndpoints',
    'serviceEndpoints',
    'policies',
    'pipelines',
    'cors',
  ],
  'system.config.yml': [
    'plugins',
    'db',
    'crypto',
    'session',
    'accessTokens',
    'refreshTokens',
    'authorizationCodes',
  ],
} as const

/** Sections of express-gateway that open ports of its own, and what to use instead. */
const notOurs: Readonly<Record<string, string>> = {
  http: 'set HOST and PORT; the gateway opens its port itself',
  https: 'set TLS_CERT and TLS_KEY; the gateway opens its port itself',
  admin:
    "remove it: express-gateway's admin API has no authentication; ADMIN_HOST and ADMIN_PORT " +
    'serve health and status',
}

/**
 * Reads both files of a configuration folder.
 * @throws ConfigurationError with every mistake of the texts and their top-level keys.
 */
export function readConfig(configDir: string, settingOf: SettingOf): ConfigFiles {
  const digest = createHash('sha256')
  const mistakes: PlacedDiagnostic[] = []
  const read = (name: keyof typeof topLevel) => {
    const { file, text } = readConfigurationFile(configDir, name)
    digest.update(`${name}\0${text}\0`)
    const source = parseSource(file, text, settingOf)
    mistakes.push(...source.mistakes)
    if (source.mistakes.length === 0)
      mistakes.push(...topLevelMistakes(source.value, topLevel[name]).map(source.place))
    return source as Source & { value: Mapping }
  }
  const gateway = withoutAnchors(read('gateway.config.yml'))
  const system = read('system.config.yml')
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  const templates = templateTexts(configDir)
  for (const [name, text] of Object.entries(templates)) digest.update(`${name}\0${text}\0`)
  const code = pluginCode(system.value.plugins)
  for (const [name, files] of Object.entries(code))
    digest.update(`${name}\0${Object.values(files)}\0`)
  return { gateway, system, templates, code, hash: digest.digest('hex').slice(0, 12) }
}

/** Whether a key only holds anchors for the others, as `x-` keys of compose files do. */
function holdsAnchors(key: string, known: readonly string[]): boolean {
  return key.startsWith('x-') && known.includes('pipelines')
}

function withoutAnchors(gateway: Source & { value: Mapping }): Source & { value: Mapping } {
  if (!isMapping(gateway.value)) return gateway
  const kept = Object.entries(gateway.value).filter(([key]) => !key.startsWith('x-'))
  return { ...gateway, value: Object.fromEntries(kept) }
}

function topLevelMistakes(value: unknown, known: readonly string[]): Diagnostic[] {
  if (!isMapping(value))
    return [
      {
        path: [],
        rule: 'wrong-type',
        message: 'the file must be a mapping',
        remedy: `keys: ${known.join(', ')}`,
      },
    ]
  const unknown = Object.keys(value)
    .filter((key) => !known.includes(key) && !holdsAnchors(key, known))
    .map((key): Diagnostic => {
      const instead = Object.hasOwn(notOurs, key) ? notOurs[key] : undefined
      return {
        path: [key],
        rule: instead ? 'key-of-host' : 'unknown-key',
        message: instead ? `"${key}" is not allowed here` : `unknown key "${key}"`,
        remedy: instead ?? didYouMean(key, known),
      }
    })
  if (!known.includes('watch') || typeof (value.watch ?? false) === 'boolean') return unknown
  const message = '"watch" must be true or false'
  return [
    ...unknown,
    {
      path: ['watch'],
      rule: 'wrong-type',
      message,
      remedy: 'true reads changed files again',
    },
  ]
}
