import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Template } from '../index-definition.js'
import type { Json } from '../queries/options.js'

/** What is kept of an index besides its documents. */
export interface KeptIndex {
  /** Name of its log. */
  file: string
  settings: Json
  mappings: Json
  isHidden: boolean
  aliases: string[]
}

/** What is kept besides the logs: which indices there are and how they are called. */
export interface Definitions {
  indices: Record<string, KeptIndex>
  templates: Record<string, Template>
}

/** @returns undefined when nothing has been kept yet @throws Error when the file is none of ours */
export function readDefinitions(path: string): Definitions | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    return JSON.parse(text) as Definitions
  } catch (cause) {
    throw new Error(`${path} is damaged; remove its folder, and load again`, { cause })
  }
}

/**
 * Replaces the file in one step: after a crash it holds the old or the new. @throws Error of the
 * file system
 */
export function writeDefinitions(path: string, definitions: Definitions): void {
  const next = `${path}.new`
  const file = openSync(next, 'w', 0o600)
  try {
    writeFileSync(file, JSON.stringify(definitions))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
}
