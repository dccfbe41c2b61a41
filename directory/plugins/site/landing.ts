import { ApiError } from '../../../kit/api/errors.js'
import { commonCodes, majorGroups } from '../../fields/ntee-table.js'
import { slugOf } from '../../fields/page-path.js'
import { stateNames } from '../../places/us-states.js'

/** Texts by what they are in addresses. */
const bySlug = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(texts.map((text) => [slugOf(text), text]))

const titlesOf = (codes: string) => codes.split('|').map((entry) => entry.trim().slice(3))

const regions = bySlug(stateNames)
const fields = bySlug([
  ...titlesOf(commonCodes),
  ...Object.values(majorGroups).flatMap(({ title, codes }) => [...titlesOf(codes), title]),
])

/**
 * The query of the search template `landing` for a path such as `in/rhode-island/hospitals`.
 * @throws ApiError NOT_FOUND for a state or a field of work that there is not.
 */
export function landingQueryOf(path: string): string {
  const [, region, field] = path.split('/').map(decodeURIComponent)
  const asked = {
    region: regions.get(region!),
    ...(field !== undefined && { field: fields.get(field) }),
    facets: 'area,field',
  }
  const known = Object.entries(asked).filter(([, text]) => text !== undefined) as [string, string][]
  if (known.length === Object.keys(asked).length) return new URLSearchParams(known).toString()
  throw nothingHere()
}

export const nothingHere = () =>
  new ApiError('NOT_FOUND', 'There is no such state or field of work in the directory')
