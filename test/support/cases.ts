import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** The cases of a table in a YAML file. */
export const casesIn = <T>(folder: string, file: string): T =>
  parse(readFileSync(join(folder, file), 'utf8'), { maxAliasCount: -1 }) as T

/** Words that are written with white space between them. */
export const words = (text: string): string[] => text.trim().split(/\s+/)
