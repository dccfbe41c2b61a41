import { createHash } from 'node:crypto'
import { ConfigurationError, type PlacedDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf, type Source } from '../../kit/config/yaml/source.js'
import { makeValidate } from './parameters.js'
import { type PluginCode, readPluginCode } from './plugin-code.js'
import type { Schema } from './step-schema.js'
import { readTemplateTexts } from './template-files.js'

/** The two configuration files, read once: variables resolved, positions kept. */
export interface ConfigFiles {
  gateway: Source & { value: Mapping }
  system: Source & { value: Mapping }
  /** The texts of the search templates, by their paths in the folder. */
  templates: Record<string, string>
  /** The code of plugins that are not the product's, by their names. */
  code: Record<string, PluginCode>
  /** Whether that is all of their code. */
  isCodeKnown: boolean
  /** SHA-256 of all texts as written and of that code, in hex. */
  digest: string
  /** First 12 digits of `digest`: identifies the configuration. */
  hash: string
}

/**
 * Reads both files of a configuration folder.
 * @throws ConfigurationError with every mistake of the texts, and of system.config.yml.
 */
export function readConfig(configDir: string, settingOf: SettingOf): ConfigFiles {
  const hash = createHash('sha256')
  const mistakes: PlacedDiagnostic[] = []
  const validate = makeValidate({ noun: 'key', isConverting: false })
  const read = (name: string, schema: object) => {
    const { file, text } = readConfigurationFile(configDir, name)
    hash.update(`${name}\0${text}\0`)
    const source = parseSource(file, text, settingOf)
    mistakes.push(...source.mistakes)
    if (source.mistakes.length === 0)
      mistakes.push(...validate(schema, source.value, []).map(source.place))
    return source as Source & { value: Mapping }
  }
  const gateway = withoutAnchors(read('gateway.config.yml', mappingSchema))
  const system = read('system.config.yml', systemSchema)
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  const templates = readTemplateTexts(configDir)
  for (const [name, text] of Object.entries(templates)) hash.update(`${name}\0${text}\0`)
  const { code, isAll: isCodeKnown } = readPluginCode(system.value.plugins)
  for (const [name, files] of Object.entries(code))
    hash.update(`${name}\0${Object.values(files)}\0`)
  const digest = hash.digest('hex')
  return { gateway, system, templates, code, isCodeKnown, digest, hash: digest.slice(0, 12) }
}

function withoutAnchors(gateway: Source & { value: Mapping }): Source & { value: Mapping } {
  if (!isMapping(gateway.value)) return gateway
  const kept = Object.entries(gateway.value).filter(([key]) => !key.startsWith('x-'))
  return { ...gateway, value: Object.fromEntries(kept) }
}

/** All of gateway.config.yml that does not depend on its plugins. */
const mappingSchema = {
  type: 'object',
  description: 'Sections: apiEndpoints, policies, pipelines.',
}

/** Sections that express-gateway requires and our plugins do not use. */
const unusedSections = [
  ...['db', 'crypto', 'session', 'accessTokens', 'refreshTokens', 'authorizationCodes'],
]
const unusedSection: Schema = {
  type: 'object',
  description:
    'Required by express-gateway, not used by our plugins: copy it from the shipped file.',
}

/** The schema of system.config.yml, for starts and for editors. */
export const systemSchema: Schema = {
  description: 'Which plugins express-gateway loads.',
  type: 'object',
  properties: {
    plugins: {
      type: 'object',
      description: 'Plugins by the name of their policy.',
      additionalProperties: {
        type: 'object',
        description: 'A plugin.',
        properties: {
          package: {
            type: 'string',
            description:
              // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
              'Path of its module, absolute or "${PLUGINS}/…": the folder of the built plugins.',
          },
        },
        required: ['package'],
      },
    },
    ...Object.fromEntries(unusedSections.map((name) => [name, unusedSection])),
  },
  required: unusedSections,
  additionalProperties: false,
}
