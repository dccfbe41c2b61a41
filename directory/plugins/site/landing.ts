import { ApiError } from '../../../kit/api/errors.js'
import { commonCodes, majorGroups } from '../../fields/ntee-table.js'
import { toSlug } from '../../fields/page-path.js'
import { stateNames } from '../../places/us-states.js'
import { findCauseName } from '../kit/causes.js'

/** Texts by what they are in addresses. */
const bySlug = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [toSlug(text), text]))

const titlesOf = (codes: string) => codes.split('|').map((entry) => entry.trim().slice(3))

const regions = bySlug(stateNames)
const fields = bySlug([
  ...titlesOf(commonCodes),
  ...Object.values(majorGroups).flatMap(({ title, codes }) => [...titlesOf(codes), title]),
])

/**
 * The query of the search template `landing` for a path such as `in/rhode-island/hospitals` or
 * `in/rhode-island/newport/hospitals`. A cause is meant before a field of work of its name.
 * @throws ApiError NOT_FOUND for a state, a city, a cause or a field of work that there is not.
 */
export function toLandingQuery(path: string): string {
  const [, slug = '', ...parts] = path.split('/').map(decodeURIComponent)
  const region = regions.get(slug)
  // a city that there is not has no organizations
  const works = parts.map((part) => toWork(part) ?? { city: part.replaceAll('-', ' ') })
  const asked: Record<string, string> = Object.assign({}, ...works)
  if (region === undefined || Object.keys(asked).length < parts.length) throw nothingHere()
  return new URLSearchParams({ region, ...asked, facets: 'cause,city,area,field' }).toString()
}

function toWork(slug: string): Record<string, string> | undefined {
  const cause = findCauseName(slug)
  if (cause !== undefined) return { cause }
  const field = fields.get(slug)
  return field === undefined ? undefined : { field }
}

export const nothingHere = () =>
  new ApiError('NOT_FOUND', 'There is no such state, city, cause or field of work in the directory')
