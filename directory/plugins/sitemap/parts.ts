import type { Trace } from '../../../kit/telemetry/request-span.js'
import type { SearchRequest } from '../../../plugins/kit/context.js'
import { readLargeAnswer } from '../../../plugins/kit/engine/answer.js'
import { withDeadline } from '../../../plugins/kit/engine/call.js'
import type { OpenEngine } from '../../../plugins/kit/engine/open.js'
import { toRefusal } from '../../../plugins/kit/engine/refusal.js'
import { escaped } from '../../../plugins/kit/escaped.js'
import { canHavePage, toPagePath } from '../../fields/page-path.js'

/** What the sitemap tells of an organization, as far as visitors may see it. */
export interface Organization {
  id: string
  name?: unknown
  updated_at?: unknown
  /** Its place in the order. */
  _sort: readonly unknown[]
}

/** Where a part begins, and its last change, in milliseconds since 1970; -Infinity: unknown. */
interface Part {
  after: Organization['_sort'] | undefined
  changedAt: number
}

/** What is known of the parts. */
export interface Found {
  /** Of the data. */
  version: string
  parts: Part[]
  /** Paths of the pages of states and cities. */
  places: string[]
  /** Whether these are all parts. */
  isWhole: boolean
}

/** Reads the part after a place, or the first. @throws EngineFailure; ApiError OVERLOADED. */
export type ReadPart = (after: Part['after'], trace: Trace) => Promise<readonly Organization[]>

/** Reads the counts of the search, as JSON. @throws as `ReadPart`. */
export type ReadCounts = (trace: Trace) => Promise<string>

/**
 * Makes the readers of parts and of counts, which wait for the engine as one caller.
 * @param search The search for all organizations, in the order of parts, with what is counted.
 */
export function makeReaders(
  search: SearchRequest,
  { engine, queue }: OpenEngine,
  { partSize, timeoutMs }: { partSize: number; timeoutMs: number },
): { readPart: ReadPart; readTimes: ReadPart; readCounts: ReadCounts } {
  const { query, _source, sort, aggs, timeout } = JSON.parse(search.body)
  const common = { query, timeout, track_total_hits: false }
  const ask = (members: object, trace: Trace) =>
    withDeadline(timeoutMs, async (cancel) => {
      const leave = await queue.enter('sitemap', cancel)
      const body = JSON.stringify({ ...common, ...members })
      try {
        const { status, bytes, end } = await engine.search({ ...search, body }, { trace, cancel })
        try {
          if (status !== 200) throw toRefusal(status, bytes.toString(), search)
          return await readLargeAnswer(bytes)
        } finally {
          end()
        }
      } finally {
        leave()
      }
    })
  const reader =
    (_source: unknown): ReadPart =>
    async (after, trace) => {
      const answer = await ask({ _source, sort, size: partSize, search_after: after }, trace)
      return JSON.parse(answer.results.toString())
    }
  return {
    readPart: reader(_source),
    // rules of fields have made an object of the list
    readTimes: reader(Array.isArray(_source) ? _source.filter((one) => one !== 'name') : _source),
    async readCounts(trace) {
      if (aggs === undefined) return '{}'
      return (await ask({ size: 0, aggs }, trace)).aggregations?.toString() ?? '{}'
    },
  }
}

/** All parts of a version of the data: see `makeFinder`. */
export type FindParts = (version: string, patienceMs: number, trace: Trace) => Promise<Found>

/**
 * The function that finds where parts begin, in one pass over all organizations. A pass goes on in
 * the background, and the next call continues one that has failed. It returns all parts, as they
 * last were; before these are known, those that are found within some milliseconds.
 * It throws as `ReadPart`, if there are none.
 */
export function makeFinder(
  read: ReadPart,
  readPlaces: (trace: Trace) => Promise<string[]>,
): FindParts {
  let known: Found | undefined
  let next: (Found & Partial<Part>) | undefined
  let pass: Promise<void> | undefined

  async function findAll(version: string, trace: Trace): Promise<void> {
    if (next?.version !== version) next = { version, parts: [], places: [], isWhole: false }
    const found = next
    for (;;) {
      const organizations = await read(found.after, trace)
      const last = organizations.at(-1)
      if (!last) break
      const times = organizations.map(parseChange).filter((time) => !Number.isNaN(time))
      found.parts.push({ after: found.after, changedAt: Math.max(...times) })
      found.after = last._sort
    }
    found.places = await readPlaces(trace)
    found.isWhole = true
    known = found
  }

  return async function find(version, patienceMs, trace) {
    if (known?.version !== version && !pass) {
      pass = findAll(version, trace).finally(() => {
        pass = undefined
      })
      pass.catch(() => undefined) // the next call continues
    }
    if (known) return known
    const over = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
    await Promise.race([pass, over]).catch((error) => {
      if (!next?.parts.length) throw error
    })
    return known ?? next!
  }
}

/** The name of the part of the pages of states and cities. */
export const placesPart = 'places'

/**
 * The index of the parts. @param address Of the sitemap, to which parts add their number.
 * @param hasPlaces Whether there is a part of states and cities.
 */
export function renderIndex(parts: readonly Part[], address: string, hasPlaces = false): string {
  const entries = parts.map(({ changedAt }, i) =>
    renderEntry('sitemap', `${address}?part=${i + 1}`, changedAt),
  )
  const ofPlaces = renderEntry('sitemap', `${address}?part=${placesPart}`, Number.NaN)
  return renderDocument('sitemapindex', hasPlaces ? [...entries, ofPlaces] : entries)
}

/** The addresses of a part's organizations that have pages. @param url That of the gateway. */
export function renderPart(organizations: readonly Organization[], url: string): string {
  const paged = organizations.filter(({ id }) => canHavePage(String(id)))
  const entries = paged.map((one) => {
    const page = toPagePath({ id: String(one.id), name: String(one.name ?? '') })
    return renderEntry('url', `${url}/${page}`, parseChange(one))
  })
  return renderDocument('urlset', entries)
}

/** The addresses of the pages of states and cities, by their paths. */
export function renderPlaces(paths: readonly string[], url: string): string {
  const entries = paths.map((path) => renderEntry('url', `${url}/${path}`, Number.NaN))
  return renderDocument('urlset', entries)
}

/** Milliseconds since 1970; NaN where the last change is not known. */
function parseChange({ updated_at }: Organization): number {
  return new Date((updated_at ?? '') as string).getTime()
}

function renderEntry(name: string, address: string, changedAt: number): string {
  const time = Number.isFinite(changedAt) && new Date(changedAt).toISOString()
  const changed = time ? `<lastmod>${time.replace(/\.\d+/, '')}</lastmod>` : ''
  return `<${name}><loc>${escaped(address)}</loc>${changed}</${name}>\n`
}

function renderDocument(name: string, entries: readonly string[]): string {
  const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
  return `${declaration}\n<${name} ${namespace}>\n${entries.join('')}</${name}>\n`
}
