import { readFileSync, writeFileSync } from 'node:fs'
import { answerHelp } from '../kit/process/command.js'
import { writeErrorCodes, writeOrganization } from './client-types.js'
import { withFieldSchemas } from './directory-openapi.js'
import { withCosts, withFields } from './doc-tables.js'
import { withErrors } from './error-list.js'
import { withSettings } from './setting-list.js'

answerHelp(`usage: npm run docs
  writes what is generated from code: costs, errors, settings, fields, and
  the types of the client`)

const read = (file: string) => readFileSync(file, 'utf8')

writeFileSync('docs/query-cost.md', withCosts(read('docs/query-cost.md')))
writeFileSync('docs/configuration.md', withSettings(read('docs/configuration.md')))
writeFileSync('docs/errors.md', withErrors(read('docs/errors.md')))
writeFileSync('docs/fields.md', withFields(read('docs/fields.md')))
writeFileSync('directory/openapi.yml', withFieldSchemas(read('directory/openapi.yml')))
writeFileSync('packages/client/src/organization.ts', writeOrganization())
writeFileSync('packages/client/src/error-codes.ts', writeErrorCodes())
