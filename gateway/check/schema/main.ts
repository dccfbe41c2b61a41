import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting } from '../../../kit/config/settings.js'
import { answerHelp } from '../../../kit/process/command.js'
import { loadFacts } from '../../host/plugins.js'
import { schemasOf } from './schemas.js'

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
for (const [name, schema] of Object.entries(schemasOf(await loadFacts(configDir)))) {
  writeFileSync(join(folder, name), `${JSON.stringify(schema, undefined, 2)}\n`)
}
process.exit(0)
