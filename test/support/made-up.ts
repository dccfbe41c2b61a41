import { readFileSync } from 'node:fs'
import type { Organization } from '../../directory/fields/organization.js'
import { inProject } from '../../kit/process/product-folder.js'

/**
 * 600 organizations over twenty countries and nine scripts, none of which exists: what the embedded
 * engine of most tests holds.
 */
export const madeUpFile = inProject('test/fixtures/made-up.ndjson')

/** The same, a copy for each caller. */
export function madeUpOrganizations(): Organization[] {
  const lines = readFileSync(madeUpFile, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Organization)
}
