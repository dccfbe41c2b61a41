import type { Organization } from '../../fields/organization.js'
import { type Family, families } from '../record/format.js'
import { countOf, membersOf } from '../write/indices.js'
import { requestPatiently } from '../write/request.js'
import type { LoadTarget } from '../write/target.js'

/** Organizations by their ids. */
export type Organizations = ReadonlyMap<string, Organization>

/** The family with the descriptions, and the one with everything else. */
const [descriptions, entities] = families as [Family, Family]

/** How many are read at once. */
const pageSize = 500

interface ExistingHit {
  _id: string
  _source: Organization
}

/** The organizations that were loaded earlier. They are read batch by batch, never all at once. */
export class ExistingOrganizations {
  readonly #target: LoadTarget
  readonly #indices: ReadonlyMap<Family, string>

  private constructor(target: LoadTarget, indices: ReadonlyMap<Family, string>) {
    this.#target = target
    this.#indices = indices
  }

  /** Those that searches find now; samples are none. @throws Error when the engine refuses. */
  static async in(target: LoadTarget): Promise<ExistingOrganizations> {
    const indices = new Map<Family, string>()
    for (const family of [descriptions, entities]) {
      const { loaded } = await membersOf(target, family)
      const names = loaded.join(',')
      if (names !== '' && (await countOf(target, names)) > 0) indices.set(family, names)
    }
    return new ExistingOrganizations(target, indices)
  }

  /**
   * Those of some ids. @throws Error when the engine refuses, Interrupted when it is unavailable.
   */
  async of(ids: readonly string[]): Promise<Organizations> {
    const found = new Map<string, Organization>()
    for (let at = 0; at < ids.length; at += pageSize) {
      const values = ids.slice(at, at + pageSize)
      const page = await this.#whole(await this.#find(entities, { query: { ids: { values } } }))
      for (const [id, organization] of page) found.set(id, organization)
    }
    return found
  }

  /** All of them in the order of their ids, page by page. @throws Error as `of`. */
  async *pages(): AsyncGenerator<Organizations> {
    let last: string | undefined
    do {
      const after = last === undefined ? {} : { search_after: [last] }
      const sorted = { query: { match_all: {} }, sort: [{ id: 'asc' }], ...after }
      const hits = await this.#find(entities, sorted)
      if (hits.length > 0) yield await this.#whole(hits)
      last = hits.at(-1)?._source.id
    } while (last !== undefined)
  }

  /** With their descriptions, which another family holds. */
  async #whole(hits: readonly ExistingHit[]): Promise<Organizations> {
    const whole = new Map(hits.map(({ _id, _source }) => [_id, _source]))
    const values = [...whole.keys()]
    if (values.length === 0) return whole
    const filter = [{ ids: { values } }, { exists: { field: 'description' } }]
    const query = { bool: { filter } }
    const described = await this.#find(descriptions, { query, _source: ['description'] })
    for (const { _id, _source } of described) whole.set(_id, { ...whole.get(_id)!, ..._source })
    return whole
  }

  async #find(family: Family, body: object): Promise<ExistingHit[]> {
    const index = this.#indices.get(family)
    if (index === undefined) return []
    const path = `/${index}/_search?allow_partial_search_results=false`
    const asked = { size: pageSize, track_total_hits: false, ...body }
    const found = await requestPatiently(this.#target, 'POST', path, asked)
    return (found as { hits: { hits: ExistingHit[] } }).hits.hits
  }
}
