import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSynced } from '../../../kit/process/durable.js'
import type { ClockMark, ClockMarks } from '../clock-marks.js'
import { StoreError } from '../errors.js'

/** The clock's mark, in a small file next to the store's. An unreadable one counts as missing. */
export class ClockFile implements ClockMarks {
  readonly #file: string

  constructor(folder: string) {
    this.#file = join(folder, 'auth.clock.json')
  }

  async read(): Promise<ClockMark | undefined> {
    try {
      const { at, steadySince } = JSON.parse(
        await readFile(this.#file, 'utf8'),
      ) as Partial<ClockMark>
      return typeof at === 'number' && typeof steadySince === 'number'
        ? { at, steadySince }
        : undefined
    } catch {
      return undefined
    }
  }

  /** @throws StoreError when it cannot be written. */
  async write(mark: ClockMark): Promise<void> {
    const draft = `${this.#file}.draft`
    try {
      await writeSynced(draft, `${JSON.stringify(mark)}\n`, 'w')
      await rename(draft, this.#file)
    } catch (cause) {
      throw new StoreError('away', `${this.#file} cannot be written`, { cause })
    }
  }
}
