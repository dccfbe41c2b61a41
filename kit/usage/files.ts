import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceSynced } from '../process/durable.js'
import type { HourRange } from './range.js'
import type { SearchTerm } from './search-terms.js'
import type { TermPart, UsagePart, UsageStore } from './store.js'
import { dayForm, type UsageRow } from './usage.js'

/** A whole part; a draft, which a killed process has left, has another name. */
const partName = /^\d\d\.[\w-]+\.ndjson$/
const termsName = /^searches\.[\w-]+\.ndjson$/

/** The search terms of a day, in bytes, however many gateways have written. */
const mostTermBytes = 1_000_000

/** A folder for each day, a file for each part, a line for each row or search term. */
export class UsageFiles implements UsageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write({ hour, id, rows }: UsagePart): Promise<void> {
    const folder = await this.#folderOf(hour.slice(0, 10))
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await replaceSynced(join(folder, `${hour.slice(11, 13)}.${id}.ndjson`), text)
  }

  async *read({ from, to }: HourRange, owner?: string): AsyncGenerator<UsageRow> {
    // most lines are of others: they are not parsed
    const ofOwner = owner === undefined ? '' : `"owner":${JSON.stringify(owner)},`
    for (const day of await this.days()) {
      for (const name of await namesIn(join(this.#folder, day))) {
        const hour = `${day}T${name.slice(0, 2)}:00:00.000Z`
        if (partName.test(name) && hour >= from && hour < to)
          yield* linesIn<UsageRow>(join(this.#folder, day, name), ofOwner)
      }
    }
  }

  /** Beyond the bytes of a day, the terms with the fewest searches are left out. */
  async writeTerms({ day, id, terms }: TermPart): Promise<void> {
    const folder = await this.#folderOf(day)
    const own = `searches.${id}.ndjson`
    let bytes = await bytesOfTerms(folder, own)
    let text = ''
    for (const term of terms) {
      const line = `${JSON.stringify(term)}\n`
      bytes += Buffer.byteLength(line)
      if (bytes > mostTermBytes) break
      text += line
    }
    await replaceSynced(join(folder, own), text)
  }

  async *readTerms(day: string): AsyncGenerator<SearchTerm> {
    const folder = join(this.#folder, day)
    for (const name of await namesIn(folder))
      if (termsName.test(name)) yield* linesIn<SearchTerm>(join(folder, name))
  }

  async days(): Promise<string[]> {
    return (await namesIn(this.#folder)).filter((name) => dayForm.test(name))
  }

  async remove(day: string): Promise<void> {
    await rm(join(this.#folder, day), { recursive: true, force: true })
  }

  async #folderOf(day: string): Promise<string> {
    const folder = join(this.#folder, day)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
}

/** @param wanted What a line has to contain. */
async function* linesIn<Row>(file: string, wanted = ''): AsyncGenerator<Row> {
  const text = await unlessMissing(readFile(file, 'utf8'), '')
  for (const line of text.split('\n'))
    if (line !== '' && line.includes(wanted)) yield JSON.parse(line) as Row
}

/** Of the other files with search terms. */
async function bytesOfTerms(folder: string, own: string): Promise<number> {
  const others = (await namesIn(folder)).filter((name) => termsName.test(name) && name !== own)
  const sizes = others.map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function namesIn(folder: string): Promise<string[]> {
  return (await unlessMissing(readdir(folder), [])).sort()
}

/** Nothing was counted yet, or the day was just removed. */
async function unlessMissing<Value>(reading: Promise<Value>, nothing: Value): Promise<Value> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return nothing
    throw error
  }
}
