import { type DataSource, sourcesIn } from '../kit/elasticsearch/data-source.js'
import { type Candidate, readyBatch, type Send } from './bulk.js'
import { metasOf } from './checkpoint.js'
import { EarlierOrganizations } from './earlier.js'
import { families } from './format.js'
import type { WriteIndices } from './indices.js'
import type { LoadTotals } from './load-totals.js'
import { keepMissing } from './missing.js'
import { withDates } from './record-dates.js'
import type { Load } from './reported-load.js'
import { request } from './request.js'
import type { StatedSource } from './stated-source.js'
import type { LoadTarget } from './target.js'

const extractSource = {
  name: 'IRS Exempt Organizations Business Master File Extract',
  license: 'public domain',
}

/** What a load records: when it found which organization, and where the data comes from. */
export class LoadRecord {
  readonly #target: LoadTarget
  readonly #stated: StatedSource
  readonly #earlier: EarlierOrganizations
  readonly #loadedAt: string

  private constructor(
    target: LoadTarget,
    stated: StatedSource,
    earlier: EarlierOrganizations,
    loadedAt: string,
  ) {
    this.#target = target
    this.#stated = stated
    this.#earlier = earlier
    this.#loadedAt = loadedAt
  }

  /** @throws Error when the engine refuses. */
  static async begin(target: LoadTarget, stated: StatedSource): Promise<LoadRecord> {
    const earlier = await EarlierOrganizations.in(target)
    const metas = [...(await metasOf(target, families[0]!.alias)).values()]
    const loads = metas.flatMap(sourcesIn).map(({ loadedAt }) => loadedAt)
    // times of loads grow, whatever the clocks of their machines say: clients ask for what is later
    const last = Math.max(0, ...loads.map(Date.parse).filter(Number.isFinite))
    const loadedAt = new Date(Math.max(Date.now(), last + 1)).toISOString()
    return new LoadRecord(target, stated, earlier, loadedAt)
  }

  /** As `readyBatch`, with the dates of the organizations. */
  readyBatch(indices: WriteIndices, batch: Candidate[]): Send {
    const dated = withDates(batch, this.#earlier, this.#loadedAt)
    dated.catch(() => {}) // thrown when the batch is sent
    return async () => readyBatch(this.#target, indices, await dated)()
  }

  /** Keeps the earlier organizations that the files lack (missing.ts). @returns how many */
  keepMissing(indices: WriteIndices, tally: LoadTotals, { isAskedToEnd }: Load): Promise<number> {
    const isLoaded = (id: string) => tally.has(id)
    const [earlier, loadedAt] = [this.#earlier, this.#loadedAt]
    return keepMissing(this.#target, indices, { earlier, isLoaded, loadedAt, isAskedToEnd })
  }

  /**
   * Records the source with the indices, next to earlier sources with other names.
   * @returns the source @throws Error when the engine refuses.
   */
  async end(indices: WriteIndices, { jsonRows }: LoadTotals): Promise<DataSource> {
    const known = jsonRows === 0 ? extractSource : {}
    const source = { ...known, ...this.#stated, loadedAt: this.#loadedAt }
    for (const index of indices.values()) {
      const meta = (await metasOf(this.#target, index)).get(index)
      const others = sourcesIn(meta).filter(({ name }) => name !== source.name)
      const _meta = { ...meta, sources: [...others, source] }
      await request(this.#target, 'PUT', `/${index}/_mapping`, { _meta })
    }
    return source
  }
}

/** What is recorded, for the operator. */
export function recordedLine({ name, asOf }: DataSource): string {
  const date = asOf === undefined ? 'of an unknown date: --as-of records it' : `as of ${asOf}`
  return `data${name === undefined ? '' : ` of ${name}`}, ${date}`
}
