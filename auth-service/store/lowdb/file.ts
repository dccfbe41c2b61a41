import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Adapter } from 'lowdb'
import { type Kind, kinds, type Records } from '../store.js'

/** Everything in the store, by kind and id. */
export type Data = { [K in Kind]: Map<string, Records[K]> }

const fileName = 'auth.json'
const previousName = 'auth.previous.json'
const format = 1
const begin = '"records":[\n'
const between = ',\n'
/** A last item that is no record, so that every record's line ends alike. */
const end = '[]]}\n'

/** A record as it stands in the file, with its checksum. */
interface Line {
  bytes: Uint8Array
  crc32: number
}

/**
 * lowdb's adapter: one JSON file with a record per line and a checksum. A write is durable when its
 * promise resolves: file fsync, rename, folder fsync. The state before it stays beside it as auth.previous.json, which also marks
 * that a store existed. (Not write-file-atomic: it overlooks a short write, so a full disk would leave a cut file.)
 */
export class StoreFile implements Adapter<Data> {
  readonly #folder: string
  /** The line of each record: serialized once, since records never change. */
  readonly #lines = new WeakMap<object, Line>()
  #buffer = new Uint8Array()

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
    const bytes = this.#render(data)
    const file = join(this.#folder, fileName)
    const draft = `${file}.draft`
    const handle = await open(draft, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
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

  /** The file's bytes, in a buffer that the next call uses again. */
  #render(data: Data): Uint8Array {
    const lines: Line[] = []
    for (const kind of kinds) for (const [id, record] of data[kind]) lines.push(this.#line(kind, id, record))
    const sums = new Uint32Array(lines.length)
    let size = 0
    lines.forEach(({ bytes, crc32 }, i) => {
      sums[i] = crc32
      size += bytes.length
    })
    const head = Buffer.from(`{"format":${format},"crc32":${checksum(sums)},${begin}`)
    size += head.length + end.length
    if (this.#buffer.length < size) this.#buffer = new Uint8Array(2 * size)
    let at = 0
    const put = (bytes: Uint8Array) => {
      this.#buffer.set(bytes, at)
      at += bytes.length
    }
    put(head)
    for (const { bytes } of lines) put(bytes)
    put(Buffer.from(end))
    return this.#buffer.subarray(0, size)
  }

  #line(kind: Kind, id: string, record: object): Line {
    let line = this.#lines.get(record)
    if (line === undefined) {
      line = lineOf(JSON.stringify([kind, id, record]))
      this.#lines.set(record, line)
    }
    return line
  }
}

function lineOf(json: string): Line {
  const bytes = Buffer.from(`${json}${between}`)
  return { bytes, crc32: crc32(bytes) }
}

/** The checksum of the file is that of its lines' checksums, so that a change costs only its own line. */
function checksum(sums: Uint32Array): number {
  return crc32(new Uint8Array(sums.buffer))
}

/** @throws Error saying what is wrong with the text. */
function parse(text: string): Data {
  const from = text.indexOf(begin)
  if (from < 0 || !text.endsWith(end)) throw new Error('it is cut')
  const file = parseJson(text)
  if (file.format !== format) throw new Error(`its format is not ${format}`)
  const lines = text
    .slice(from + begin.length, -end.length)
    .split(between)
    .slice(0, -1)
  if (file.crc32 !== checksum(Uint32Array.from(lines, (json) => lineOf(json).crc32))) {
    throw new Error('its checksum is wrong')
  }
  const data = Object.fromEntries(kinds.map((kind) => [kind, new Map()])) as unknown as Data
  for (const [kind, id, record] of file.records.slice(0, -1)) (data[kind] as Map<string, unknown>).set(id, record)
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
