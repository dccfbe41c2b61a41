import type { ClockMark, ClockMarks } from '../clock-marks.js'
import { type Documents, clockName as name } from './documents.js'

/** The clock's mark, in a document of its own. If two services write it at once either may win. */
export class ClockDocument implements ClockMarks {
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async read(): Promise<ClockMark | undefined> {
    return (await this.#documents.get<ClockMark>(name))?.source
  }

  async write(mark: ClockMark): Promise<void> {
    const found = await this.#documents.get<ClockMark>(name)
    if (found) await this.#documents.replace(name, mark, found.version)
    else await this.#documents.create(name, mark)
  }
}
