import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'

/**
 * Prints what Redocly's recommended rules say of an OpenAPI document, a line each. The package is
 * of ES modules, which Jest does not load.
 */
const [file] = process.argv.slice(2)
const config = await createConfig({
  extends: ['recommended-strict'],
  rules: { 'info-license': 'off' }, // the license is not the document's to show
})
const found = await lintFromString({ source: readFileSync(file, 'utf8'), absoluteRef: file, config })
for (const { ruleId, message, location } of found) console.log(`${location[0]?.pointer} ${ruleId}: ${message}`)
