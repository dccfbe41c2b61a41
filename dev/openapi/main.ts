import { readFileSync, writeFileSync } from 'node:fs'
import { openapiDocument } from './document.js'

/**
 * Part of `npm run build`: writes config/openapi.json, the document that the gateway serves with
 * its own limits filled in.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const queries = readFileSync('docs/queries.md', 'utf8')
writeFileSync('config/openapi.json', JSON.stringify(openapiDocument({ version, queries })))
