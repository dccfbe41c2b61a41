import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Organization } from '../../directory/fields/organization.js'
import { rowsOf } from '../../directory/loader/read/file.js'

/** 1,200 organizations of the extracts, which each checkout has. */
export const fixture = 'test/fixtures/irs-extract-1200.csv.gz'

/** The organizations of the IRS extracts in a folder (`*.csv.gz`), by the names of the files. */
export async function readExtracts(folder: string): Promise<Organization[]> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.csv.gz'))
  const files = names.sort().map((name) => readExtract(join(folder, name)))
  return (await Promise.all(files)).flat()
}

/** Those of one file. Rows that the loader refuses are left out. */
export async function readExtract(file: string): Promise<Organization[]> {
  const found: Organization[] = []
  for await (const { organization } of rowsOf(file)) {
    if (organization !== undefined) found.push(organization)
  }
  return found
}

/** Organizations by their ids. */
export const byId = (all: readonly Organization[]): ReadonlyMap<string, Organization> =>
  new Map(all.map((one) => [one.id, one]))
