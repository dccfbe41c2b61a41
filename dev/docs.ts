import { readFileSync, writeFileSync } from 'node:fs'
import { answerHelp } from '../kit/process/command.js'
import { clientType } from './client-type.js'
import { withCosts } from './cost-list.js'
import { withErrors } from './error-list.js'
import { withFields } from './field-list.js'
import { withSettings } from './setting-list.js'

answerHelp(`usage: npm run docs
  writes what is generated from code: costs, errors, settings, fields, the
  client's type of an organization`)

const read = (file: string) => readFileSync(file, 'utf8')

writeFileSync('docs/query-cost.md', withCosts(read('docs/query-cost.md')))
writeFileSync('docs/configuration.md', withSettings(read('docs/configuration.md')))
writeFileSync('docs/errors.md', withErrors(read('docs/errors.md')))
writeFileSync('docs/fields.md', withFields(read('docs/fields.md')))
writeFileSync('packages/client/src/organization.ts', clientType())
