import '../directory/plugins/organizations/index.js' // its kinds of parameters
import { readFileSync, writeFileSync } from 'node:fs'
import { setting } from '../kit/config/settings.js'
import type { Mapping } from '../kit/config/yaml/mapping.js'
import { parseSource } from '../kit/config/yaml/source.js'
import { log } from '../kit/log/log.js'
import { answerHelp } from '../kit/process/command.js'
import { gatewayViewOf } from '../plugins/kit/gateway-view.js'
import { makeDocument } from '../plugins/openapi/document.js'
import { loadTables, readTable } from '../plugins/openapi/tables.js'
import { type SearchTemplateParams, searchTemplate } from '../plugins/search-template/index.js'

const usage = `usage: npm run openapi -- FILE
  writes the OpenAPI document of the shipped config/gateway.config.yml, without a gateway`
answerHelp(usage)
const [target] = process.argv.slice(2)
if (target === undefined) {
  console.error(usage)
  process.exit(2)
}

/** In place of addresses that are not set. */
const unasked = 'http://127.0.0.1'

const tables = await loadTables(readTable('directory/openapi.yml'))
const file = 'config/gateway.config.yml'
const { value } = parseSource(
  file,
  readFileSync(file, 'utf8'),
  (name, fallback) => setting(name) ?? fallback ?? unasked,
)
const gateway = gatewayViewOf(value as Mapping)
// they declare their operations
for (const { policy, params } of gateway.pipelines.flatMap(({ steps }) => steps))
  if (policy === 'search-template')
    searchTemplate.create(params as unknown as SearchTemplateParams, { gateway, log })
const document = makeDocument(tables, gateway, { info: {}, isFree: false })
writeFileSync(target, `${JSON.stringify(document)}\n`)
process.exit() // before the steps have asked the engine for its fields
