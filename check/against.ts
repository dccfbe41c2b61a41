import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { askGateway } from '../gateway/ask.js'
import type { Change } from '../gateway/comparison/change.js'
import { compare } from '../gateway/comparison/compare.js'
import type { Meaning } from '../gateway/comparison/meaning.js'
import { changesMarkdown, changesText } from '../gateway/comparison/text.js'
import { isObject } from '../kit/config/objects.js'

/**
 * The differences from another configuration.
 * @param against A folder, or `running`: the gateway at ADMIN_HOST and ADMIN_PORT.
 * @throws Error with all mistakes of the folder, or why the gateway cannot be asked.
 */
export async function compareWith(against: string, meaning: Meaning): Promise<Change[]> {
  if (against !== 'running') return compare(await meaningOfFolder(against), meaning)
  const { meaning: running, error } = await askGateway('GET', '/configuration', 10_000)
  if (!isObject(running)) {
    const { message = 'it is not a gateway of this version' } = isObject(error) ? error : {}
    throw new Error(String(message))
  }
  return compare(running as unknown as Meaning, meaning)
}

/** A comparison to print, with what it is made with where that does not know all. */
export function comparisonText(
  changes: readonly Change[],
  against: string,
  format: 'text' | 'markdown',
): string {
  const isRunning = against === 'running'
  const other = isRunning
    ? 'the running gateway, by the settings of this shell and without auth-service.config.yml'
    : against
  if (format === 'text') return `compared with ${other}:\n${changesText(changes)}`
  return `${changesMarkdown(changes)}${isRunning ? `\n\nCompared with ${other}.` : ''}`
}

/** What a process of its own says: a process loads one configuration only. */
export type FolderMeaning = { meaning: Meaning } | { refused: string }

async function meaningOfFolder(folder: string): Promise<Meaning> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--against ${folder}: there is no such folder`)
  const program = fileURLToPath(new URL('./folder-meaning.js', import.meta.url))
  const child = fork(program, { env: { ...process.env, CONFIG_DIR: folder } })
  return new Promise((resolve, reject) => {
    child.once('message', (said: FolderMeaning) => {
      if ('meaning' in said) resolve(said.meaning)
      else reject(new Error(said.refused))
    })
    child.once('exit', (code) => reject(new Error(`${folder} cannot be read (exit code ${code})`)))
  })
}
