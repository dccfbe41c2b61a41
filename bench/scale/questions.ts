import type { Organization } from '../../directory/fields/organization.js'
import { toPagePath, toSlug } from '../../directory/fields/page-path.js'
import { stateName } from '../../directory/places/us-states.js'

export const api = '/api/v1/organizations'
const facets = 'facets=region,activity,cause,legal_status,revenue,founded,founded_unknown'

/** What people ask every day of ten organizations and of their states, as paths, by kind. */
export function drawQuestions(organizations: readonly Organization[]): Record<string, string[]> {
  const of = (i: number) => organizations[Math.floor(((i + 0.5) * organizations.length) / 10)]!
  const some = Array.from({ length: 10 }, (_, i) => of(i))
  const words = some.map(({ name }) => encodeURIComponent(name.split(' ').slice(0, 2).join(' ')))
  const begun = some.map(({ name }) => encodeURIComponent(name.slice(0, 9)))
  const states = [...new Set(some.map(({ region = '' }) => region))]
  return {
    'home page': ['/'],
    'page of a state': states.map((code) => `/in/${toSlug(stateName(code) ?? code)}`),
    'page of an organization': some.map((one) => `/${toPagePath(one)}`),
    'page of results': words.map((text) => `/?q=${text}`),
    words: words.map((text) => `${api}?q=${text}`),
    'a state with facets': states.map((code) => `${api}?region=${code}&${facets}`),
    'an order': states.map((code) => `${api}?region=${code}&sort=-revenue`),
    'cells of the map': [4, 5, 6].map((zoom) => `${api}?facets=cells&zoom=${zoom}`),
    suggestions: begun.map((text) => `${api}/suggest?q=${text}`),
  }
}
