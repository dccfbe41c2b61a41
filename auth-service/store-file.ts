import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { type Kind, kinds, type Records } from './store.js'

/** Everything in the store, by kind and id. */
export type Data = { [K in Kind]: Map<string, Records[K]> }

const fileName = 'auth.json'
const previousName = 'auth.previous.json'
const format = 1
const begin = '"records":[\n'
const end = '\n]}\n'

/**
 * lowdb's adapter: one JSON file with a record per line and a checksum over the lines. A write is durable when its
 * promise resolves: file fsync, rename, folder fsync. The state before it stays beside it as auth.previous.json, which also marks
 * that a store existed. (Not write-file-atomic: it overlooks a short write, so a full disk would leave a cut file.)
 */
export class StoreFile implements Adapter<Data> {
  readonly #folder: string
  /** The line of each record: serialized once, since records never change. */
  readonly #lines = new WeakMap<object, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * @returns null when there never was a store.
   * @throws Error naming the file and the remedy when it is missing, cut or damaged: never an empty store in its place.
   */
  async read(): Promise<Data | null> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) {
      if (name.startsWith(`${fileName}.draft`)) await rm(join(this.#folder, name))
    }
    const file = join(this.#folder, fileName)
    const previous = join(this.#folder, previousName)
    const remedy =
      `Bring back a backup, or, to go on with the state before the last change, ` +
      `copy ${previous} to ${file}. To start anew and lose every user and key, remove both.`
    let text: string
    try {
      text = await readFile(file, 'utf8')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOENT') throw new Error(`the store ${file} cannot be read (${code}). Mend its permissions.`)
      if (!(await exists(previous))) return null
      throw new Error(`the store ${file} is missing. ${remedy}`)
    }
    try {
      return parse(text)
    } catch (cause) {
      throw new Error(`the store ${file} is damaged (${(cause as Error).message}). ${remedy}`)
    }
  }

  async write(data: Data): Promise<void> {
    const text = this.#render(data)
    const file = join(this.#folder, fileName)
    const draft = `${file}.draft`
    const handle = await open(draft, 'w', 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    const isFirst = !(await exists(file))
    if (!isFirst) await this.#keep(file)
    await rename(draft, file)
    if (isFirst) await this.#keep(file) // its own previous state: the mark is there from the beginning
    await syncFolder(this.#folder)
  }

  /** Makes the file the previous state, by a second name for it. */
  async #keep(file: string): Promise<void> {
    const name = `${file}.draft-previous`
    await rm(name, { force: true })
    await link(file, name)
    await rename(name, join(this.#folder, previousName))
  }

  #render(data: Data): string {
    const lines: string[] = []
    for (const kind of kinds) for (const [id, record] of data[kind]) lines.push(this.#line(kind, id, record))
    const records = lines.join(',\n')
    return `{"format":${format},"crc32":${crc32(records)},${begin}${records}${end}`
  }

  #line(kind: Kind, id: string, record: object): string {
    let line = this.#lines.get(record)
    if (line === undefined) {
      line = JSON.stringify([kind, id, record])
      this.#lines.set(record, line)
    }
    return line
  }
}

/** @throws Error saying what is wrong with the text. */
function parse(text: string): Data {
  const from = text.indexOf(begin)
  if (from < 0 || !text.endsWith(end)) throw new Error('it is cut')
  const file = parseJson(text)
  if (file.format !== format) throw new Error(`its format is not ${format}`)
  if (file.crc32 !== crc32(text.slice(from + begin.length, -end.length))) throw new Error('its checksum is wrong')
  const data = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Data
  for (const [kind, id, record] of file.records) (data[kind] as Map<string, unknown>).set(id, record)
  return data
}

function parseJson(text: string): { format: unknown; crc32: unknown; records: [Kind, string, unknown][] } {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
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

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
