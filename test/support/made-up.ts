import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Organization } from '../../directory/fields/organization.js'

/**
 * 600 organizations over twenty countries and nine scripts, none of which exists: what the embedded
 * engine of most tests holds.
 */
export const madeUpFile = join(__dirname, '../fixtures/made-up.ndjson')

/** The same, a copy for each caller. */
export function madeUpOrganizations(): Organization[] {
  const lines = readFileSync(madeUpFile, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Organization)
}
