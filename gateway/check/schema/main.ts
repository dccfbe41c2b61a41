import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { configSchema } from '../../../auth-service/config/schema.js'
import { requiredSetting } from '../../../kit/config/settings.js'
import { answerHelp } from '../../../kit/process/command.js'
import { systemSchema } from '../../config/config.js'
import { makeGatewaySchema } from '../../config/schema.js'
import type { Schema } from '../../config/step-schema.js'
import type { Facts } from '../../config/steps.js'
import { loadFacts } from '../../host/plugins.js'
import { testFileSchema } from '../../lab/test-schema.js'
import { definitions, shareParts, withVariables } from './parts.js'

answerHelp(`usage: npm run schema [-- FOLDER]
  writes the JSON schemas of the YAML files, for editors; into CONFIG_DIR/schema unless a folder is
  named`)

/**
 * `npm run schema`, and part of `npm run build`: writes the schemas for editors, with the plugins
 * in system.config.yml, next to the YAML.
 */
const configDir = requiredSetting('CONFIG_DIR')
const folder = process.argv[2] ?? join(configDir, 'schema')
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(toEditorSchemas(await loadFacts(configDir)))) {
  const text = JSON.stringify(
    { $schema: 'http://json-schema.org/draft-07/schema#', ...schema },
    (key, value: unknown) => (/^x-[a-z]+$/.test(key) ? undefined : value), // for our validator
    2,
  )
  writeFileSync(join(folder, name), `${text}\n`)
}
process.exit(0)

/** JSON Schemas of the configuration files (draft 7, which editors support), by file name. */
function toEditorSchemas(facts: Facts): Record<string, Schema> {
  const gateway = makeGatewaySchema(facts, withVariables)
  const ofPolicies = [...facts.policies.values()].flatMap(({ fileSchemas }) =>
    Object.entries(fileSchemas as Record<string, Schema>),
  )
  return {
    'gateway.config.json': shareParts({
      ...gateway,
      definitions: { ...definitions, ...(gateway.definitions as object) },
    }),
    'auth-service.config.json': { ...withVariables(configSchema()), definitions },
    'system.config.json': systemSchema,
    'policy-test.json': testFileSchema,
    ...Object.fromEntries(ofPolicies),
  }
}
