import { type DataSource, parseSources } from '../../../kit/elasticsearch/data-source.js'
import { extractSource } from '../record/extract-source.js'
import { families } from '../record/format.js'
import { type Candidate, loadBatch, type Send } from '../write/bulk.js'
import type { WriteIndices } from '../write/indices.js'
import { request } from '../write/request.js'
import type { LoadTarget } from '../write/target.js'
import { metasOf } from './checkpoint.js'
import { ExistingOrganizations } from './existing-organizations.js'
import { keepMissing } from './missing.js'
import { withDates } from './record-dates.js'

/** What an operator says about the source of the data. */
export type StatedSource = Omit<DataSource, 'loadedAt'>

/** What is known of a load that has read all rows. */
export interface LoadedRows {
  /** Rows of NDJSON; the others are of the IRS extract. */
  readonly jsonRows: number
  /** Whether an organization is loaded. */
  has(id: string): boolean
}

/** What a load records: when it found which organization, and where the data comes from. */
export class LoadRecord {
  readonly #target: LoadTarget
  readonly #stated: StatedSource
  readonly #earlier: ExistingOrganizations
  readonly #loadedAt: string

  private constructor(
    target: LoadTarget,
    stated: StatedSource,
    earlier: ExistingOrganizations,
    loadedAt: string,
  ) {
    this.#target = target
    this.#stated = stated
    this.#earlier = earlier
    this.#loadedAt = loadedAt
  }

  /** @throws Error when the engine refuses. */
  static async begin(target: LoadTarget, stated: StatedSource): Promise<LoadRecord> {
    const earlier = await ExistingOrganizations.in(target)
    const metas = [...(await metasOf(target, families[0]!.alias)).values()]
    const loads = metas.flatMap(parseSources).map(({ loadedAt }) => loadedAt)
    // times of loads grow, whatever the clocks of their machines say: clients ask for what is later
    const last = Math.max(0, ...loads.map(Date.parse).filter(Number.isFinite))
    const loadedAt = new Date(Math.max(Date.now(), last + 1)).toISOString()
    return new LoadRecord(target, stated, earlier, loadedAt)
  }

  /** Prepares a batch: the returned function sends it as `loadBatch`, with dates. */
  readyBatch(indices: WriteIndices, batch: Candidate[]): Send {
    const dated = withDates(batch, this.#earlier, this.#loadedAt)
    dated.catch(() => {}) // thrown when the batch is sent
    return async () => loadBatch(this.#target, indices, await dated)
  }

  /** Keeps the earlier organizations that the files lack (missing.ts). @returns how many */
  keepMissing(
    indices: WriteIndices,
    rows: LoadedRows,
    isAskedToEnd: () => boolean,
  ): Promise<number> {
    const isLoaded = (id: string) => rows.has(id)
    const [earlier, loadedAt] = [this.#earlier, this.#loadedAt]
    return keepMissing(this.#target, indices, { earlier, isLoaded, loadedAt, isAskedToEnd })
  }

  /**
   * Records the source with the indices, next to earlier sources with other names.
   * @returns the source @throws Error when the engine refuses.
   */
  async end(indices: WriteIndices, { jsonRows }: LoadedRows): Promise<DataSource> {
    const known = jsonRows === 0 ? extractSource : {}
    const source = { ...known, ...this.#stated, loadedAt: this.#loadedAt }
    for (const index of indices.values()) {
      const meta = (await metasOf(this.#target, index)).get(index)
      const others = parseSources(meta).filter(({ name }) => name !== source.name)
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
