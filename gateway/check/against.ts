import { fork } from 'node:child_process'
import { statSync } from 'node:fs'
import { setting } from '../../kit/config/settings.js'
import { built } from '../../kit/process/product-folder.js'
import { askGateway } from '../ask.js'
import { compare } from '../lab/compare.js'
import type { Meaning } from '../lab/meaning.js'
import type { Effects } from '../lab/report.js'
import { readFiles } from '../primary/files.js'
import { refusalsIn } from '../reload.js'

/** What a check is compared with, and what differs. */
export interface Comparison {
  /** As a sentence names it. */
  with: string
  /** Absent where the running gateway refuses the configuration. */
  effects?: Effects
  /** Why a reload of the running gateway would refuse it, each a line; else empty. */
  refusals: readonly string[]
}

/** How long the running gateway may take to compare and to replay, in milliseconds. */
const deadlineMs = 120_000

/**
 * What the running gateway says of the files in CONFIG_DIR: what would change, and which of its last
 * requests it would decide otherwise.
 * @throws Error when it cannot be asked.
 */
export async function compareWithRunning(): Promise<Comparison> {
  const { texts } = readFiles()
  const answer = await askGateway('POST', '/reload', deadlineMs, { dry: true, texts })
  const refusals = refusalsIn(answer) ?? []
  const effects = refusals.length === 0 && { effects: answer as unknown as Effects }
  return { with: 'the running gateway', refusals, ...effects }
}

/** The same, or why there is nothing to compare with; empty where no gateway could be running. */
export async function compareIfRunning(): Promise<Comparison | string> {
  if (setting('OPERATOR_SECRET') === undefined) return ''
  return compareWithRunning().catch(({ message }: Error) => `not compared: ${message}`)
}

/** What differs from another folder. @throws Error with all mistakes of the folder. */
export async function compareWithFolder(folder: string, meaning: Meaning): Promise<Comparison> {
  const changes = compare(await readMeaning(folder), meaning)
  return { with: folder, effects: { changes }, refusals: [] }
}

/** What a process of its own says: a process loads one configuration only. */
export type FolderMeaning = { meaning: Meaning } | { refused: string }

async function readMeaning(folder: string): Promise<Meaning> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`--against ${folder}: there is no such folder`)
  const child = fork(built('gateway/check/folder-meaning.js'), {
    env: { ...process.env, CONFIG_DIR: folder },
  })
  return new Promise((resolve, reject) => {
    child.once('message', (said: FolderMeaning) => {
      if ('meaning' in said) resolve(said.meaning)
      else reject(new Error(said.refused))
    })
    child.once('exit', (code) => reject(new Error(`${folder} cannot be read (exit code ${code})`)))
  })
}
