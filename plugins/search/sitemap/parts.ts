import { createHash } from 'node:crypto'
import type { RowPage } from '../export/page.js'
import { listedIn } from './listed.js'
import { type AllPages, lastPlaceOf, type Reader } from './pages.js'

/** Pages of a part. */
const pagesOfPart = 10

/** Organizations of a page: with ten a part has the 50,000 addresses that sitemaps may have. */
export const pageHits = 5000

/** How long parts hold, in milliseconds: organizations rarely come or go between two loads. */
const freshMs = 3_600_000

/** A part of the sitemap, as it was when its organizations were last counted off. */
export interface Part {
  /** JSON of the id that it begins after, in a list; absent of the first. */
  after: string | undefined
  /** The last change of its organizations, in milliseconds; absent if none is known. */
  changedAt: number | undefined
  /** Of all that it tells. */
  digest: string
}

/**
 * The parts of the sitemap. Where each begins is found in one pass over all organizations, which
 * all requests share, and which holds for an hour.
 */
export class Parts {
  readonly #pages: AllPages
  #found: { at: number; parts: Promise<readonly Part[]> } | undefined

  constructor(pages: AllPages) {
    this.#pages = pages
  }

  /** @throws as `AllPages.from`; the next call tries again. */
  all(reader: Reader): Promise<readonly Part[]> {
    const known = this.#found
    if (known && performance.now() - known.at < freshMs) return known.parts
    const found = { at: performance.now(), parts: this.#pass(reader) }
    this.#found = found
    found.parts.catch(() => {
      this.#found = undefined
    })
    return found.parts
  }

  /** The pages of the part after an id. @throws as `AllPages.from`. */
  async *pagesAfter(after: string | undefined, reader: Reader): AsyncGenerator<RowPage> {
    let count = 0
    for await (const page of this.#pages.from(after, reader)) {
      yield page
      count++
      if (count === pagesOfPart) return
    }
  }

  async #pass(reader: Reader): Promise<readonly Part[]> {
    const parts: Part[] = []
    for (let after: string | undefined; ; ) {
      const hash = createHash('sha256')
      let changedAt = Number.NEGATIVE_INFINITY
      let last: RowPage | undefined
      for await (const page of this.pagesAfter(after, reader)) {
        hash.update(page.text.subarray(0, page.rows.at(-1)!.end))
        changedAt = Math.max(changedAt, await lastChangeIn(page))
        last = page
      }
      if (!last) return parts
      parts.push({
        ...{ after, digest: hash.digest('base64url') },
        changedAt: Number.isFinite(changedAt) ? changedAt : undefined,
      })
      if (!last.hasMore) return parts
      after = lastPlaceOf(last)
    }
  }
}

async function lastChangeIn(page: RowPage): Promise<number> {
  let last = Number.NEGATIVE_INFINITY
  for await (const piece of listedIn(page))
    for (const { changedAt = last } of piece) last = Math.max(last, changedAt)
  return last
}
