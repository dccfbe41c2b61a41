import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceSynced } from '../process/durable.js'
import { toFirstHour } from './counts.js'
import {
  dayForm,
  type HourRange,
  isDayInRange,
  type Series,
  type UsagePart,
  type UsageStore,
} from './store.js'

/** A whole part, `HOUR.SERIES.ID.ndjson`; the draft of a killed process has another name. */
const partName = /^(\d\d)\.([a-z]+)\.[\w-]+\.ndjson$/

/** A folder for each day, a file for each part, a line for each row. */
export class UsageFiles implements UsageStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async write({ series, hour, id, rows }: UsagePart): Promise<void> {
    const folder = join(this.#folder, hour.slice(0, 10))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    await replaceSynced(join(folder, `${hour.slice(11, 13)}.${series}.${id}.ndjson`), text)
  }

  async *read<Name extends keyof Series>(
    series: Name,
    hours: HourRange,
    owner?: string,
  ): AsyncGenerator<Series[Name]> {
    // most lines are of others: they are not parsed
    const wanted = owner === undefined ? '' : `"owner":${JSON.stringify(owner)},`
    for (const day of await this.days()) {
      if (!isDayInRange(day, hours)) continue
      for (const name of await listNames(join(this.#folder, day))) {
        const [, hh = '', kind] = partName.exec(name) ?? []
        const hour = toFirstHour(day).replace('T00', `T${hh}`)
        if (kind !== series || hour < hours.from || hour >= hours.to) continue
        const text = await unlessMissing(readFile(join(this.#folder, day, name), 'utf8'), '')
        for (const line of text.split('\n'))
          if (line !== '' && line.includes(wanted)) yield JSON.parse(line)
      }
    }
  }

  async days(): Promise<string[]> {
    return (await listNames(this.#folder)).filter((name) => dayForm.test(name))
  }

  async remove(day: string): Promise<void> {
    await rm(join(this.#folder, day), { recursive: true, force: true })
  }
}

async function listNames(folder: string): Promise<string[]> {
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
