import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceSynced } from '../process/durable.js'
import type { HourRange } from './range.js'
import type { UsagePart, UsageStore } from './store.js'
import { dayForm, type UsageRow } from './usage.js'

/** A whole part; a draft, which a killed process has left, has another name. */
const partName = /^\d\d\.[\w-]+\.ndjson$/

/** A folder for each day, a file for each part, a line for each row. */
export class UsageFiles implements UsageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write({ hour, id, rows }: UsagePart): Promise<void> {
    const folder = join(this.#folder, hour.slice(0, 10))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await replaceSynced(join(folder, `${hour.slice(11, 13)}.${id}.ndjson`), text)
  }

  async *read({ from, to }: HourRange, owner?: string): AsyncGenerator<UsageRow> {
    for (const day of await this.days()) {
      for (const name of await namesIn(join(this.#folder, day))) {
        const hour = `${day}T${name.slice(0, 2)}:00:00.000Z`
        if (partName.test(name) && hour >= from && hour < to)
          yield* rowsIn(join(this.#folder, day, name), owner)
      }
    }
  }

  async days(): Promise<string[]> {
    return (await namesIn(this.#folder)).filter((name) => dayForm.test(name))
  }

  async remove(day: string): Promise<void> {
    await rm(join(this.#folder, day), { recursive: true, force: true })
  }
}

async function* rowsIn(file: string, owner: string | undefined): AsyncGenerator<UsageRow> {
  // most lines are of others: they are not parsed
  const wanted = owner === undefined ? '' : `"owner":${JSON.stringify(owner)},`
  const text = await unlessMissing(readFile(file, 'utf8'), '')
  for (const line of text.split('\n'))
    if (line !== '' && line.includes(wanted)) yield JSON.parse(line) as UsageRow
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
