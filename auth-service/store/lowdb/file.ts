import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Adapter } from 'lowdb'
import { syncFolder, writeSynced } from '../../../kit/process/durable.js'
import { StoreError } from '../errors.js'
import { parse, Rendering, type StoreData } from './format.js'

const fileName = 'auth.json'
const previousName = 'auth.previous.json'

/**
 * lowdb's adapter: one file. A write is durable when its promise resolves: file fsync, rename,
 * folder fsync. The previous state is kept next to it as auth.previous.json, which also marks that
 * a store existed. (Not write-file-atomic: it misses short writes, so a full disk would leave a
 * truncated file.)
 */
export class StoreFile implements Adapter<StoreData> {
  readonly #folder: string
  readonly path: string
  readonly #rendering = new Rendering()

  constructor(folder: string) {
    this.#folder = folder
    this.path = join(folder, fileName)
  }

  /**
   * @returns null when there never was a store.
   * @throws Error naming the file and the fix when it is missing, truncated or damaged: never an
   *   empty store instead.
   */
  async read(): Promise<StoreData | null> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) {
      if (name.startsWith(`${fileName}.draft`)) await rm(join(this.#folder, name))
    }
    const file = this.path
    const previous = join(this.#folder, previousName)
    const remedy =
      `Bring back a backup, or, to go on with the state before the last change, ` +
      `copy ${previous} to ${file}. To start with an empty store, without any user or key, remove both.`
    let text: string
    try {
      text = await readFile(file, 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT')
        throw new Error(`the store ${file} cannot be read (${code}). Fix its permissions.`)
      if (!(await exists(previous))) return null
      throw new Error(`the store ${file} is missing. ${remedy}`)
    }
    try {
      return parse(text)
    } catch (cause) {
      throw new Error(`the store ${file} is damaged (${(cause as Error).message}). ${remedy}`)
    }
  }

  /** @throws StoreError when the state is not on the disk, or may not stay there. */
  async write(data: StoreData): Promise<void> {
    const bytes = this.#rendering.render(data)
    const file = this.path
    try {
      await this.#replace(file, bytes)
    } catch (cause) {
      throw cannotWrite(file, cause)
    }
  }

  async #replace(file: string, bytes: Uint8Array): Promise<void> {
    const draft = `${file}.draft`
    await writeSynced(draft, bytes, 'w')
    const isFirst = !(await exists(file))
    if (!isFirst) await this.#keep(file)
    await rename(draft, file)
    // its own previous state: the mark exists from the beginning
    if (isFirst) await this.#keep(file)
    await syncFolder(this.#folder)
  }

  /** Makes the file the previous state, by a hard link. */
  async #keep(file: string): Promise<void> {
    const name = `${file}.draft-previous`
    await rm(name, { force: true })
    await link(file, name)
    await rename(name, join(this.#folder, previousName))
  }
}

function cannotWrite(file: string, cause: unknown): StoreError {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? new StoreError(
        'full',
        `the store ${file} cannot be written: the disk is full, free some space (${code})`,
        { cause },
      )
    : new StoreError(
        'away',
        `the store ${file} cannot be written: fix its disk or permissions (${code})`,
        { cause },
      )
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
