import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The cases of a table in a YAML file. */
export const casesIn = <T>(folder: string, file: string): T =>
  parse(readFileSync(join(folder, file), 'utf8'), { maxAliasCount: -1 }) as T

/** Those of a mapping, as pairs of a name and a case. */
export const namedCasesIn = <T>(folder: string, file: string): [name: string, one: T][] =>
  Object.entries(casesIn<Record<string, T>>(folder, file))
