import { isObject } from '../config/objects.js'

/** Where data of an index comes from, as the loader records it in `_meta` of the mapping. */
export interface DataSource {
  name?: string
  /** The day that the data describes, `YYYY-MM-DD`. */
  asOf?: string
  /** When the load began: a time in UTC. */
  loadedAt: string
  /** The text by which the source wants to be named. */
  attribution?: string
  license?: string
}

/** What answers say about the data that they come from. */
export interface AboutData {
  dataAsOf?: string
  attribution?: string
}

/** The sources in `_meta` of a mapping, which may be of anyone: what is no source is left out. */
export function parseSources(meta: unknown): DataSource[] {
  const { sources } = isObject(meta) ? meta : {}
  return Array.isArray(sources) ? sources.filter(isSource).map(ofTexts) : []
}

function isSource(value: unknown): value is DataSource {
  return isObject(value) && typeof value.loadedAt === 'string'
}

function ofTexts({ name, asOf, loadedAt, attribution, license }: DataSource): DataSource {
  const members = Object.entries({ name, asOf, loadedAt, attribution, license })
  const texts = members.filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(texts) as unknown as DataSource
}

function toAttribution({ attribution, name, license }: DataSource): string[] {
  const named = attribution ?? name
  if (named === undefined) return []
  return [license === undefined ? named : `${named} (${license})`]
}

/**
 * What answers say about their data: how old its oldest source is, if the dates of all are known,
 * and whom it comes from. Undefined if there is nothing to say.
 */
export function aboutData(sources: readonly DataSource[]): AboutData | undefined {
  const dates = sources.flatMap(({ asOf }) => asOf ?? []).sort()
  const names = new Set(sources.flatMap(toAttribution))
  const about = {
    ...(dates.length > 0 && dates.length === sources.length && { dataAsOf: dates[0]! }),
    ...(names.size > 0 && { attribution: [...names].join('; ') }),
  }
  return Object.keys(about).length > 0 ? about : undefined
}
