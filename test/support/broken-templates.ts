import { casesIn } from './cases.js'

/** A template without a mistake, which each of the broken files differs from. */
export const goodTemplate = `title: Organizations by name
description: Finds organizations by words of their name.
index: organization-serp*
parameters:
  q: { type: text, maxLength: 100, maxWords: 10, description: Words of the name }
  region: { type: keyword, normalize: lowercase, description: State, example: RI }
  since: { type: integer, minimum: 1000, maximum: 9999, description: First year }
  day: { type: date, description: Day of registration }
  near: { type: place, description: Place }
  radius: { type: number, minimum: 1, maximum: 500, default: 25, unit: km, description: Radius }
  sort:
    type: choice
    description: Order
    default: name
    choices:
      name: [{ name.keyword: asc }]
      best: [_score]
  page: { type: page, description: Page }
  size: { type: integer, minimum: 1, maximum: 100, default: 10, description: Size }
body:
  query:
    bool:
      must: [{ $if: $q, multi_match: { query: $q, fields: [name, city], fuzziness: AUTO } }]
      filter:
        - { $if: $region, term: { region: $region } }
        - { $if: $since, range: { founded_year: { gte: $since } } }
        - { $if: $day, range: { registered_on: { gte: $day } } }
        - { $if: $near, geo_distance: { distance: $radius, location: $near } }
  sort: $sort
  from: $page
  size: $size
fields: [id, name, city]
facets:
  regions: { terms: { field: region, size: 60 } }
maxAge: 60
`

/** A mistake in the template. */
export interface BrokenTemplate {
  name: string
  from: string
  to: string
  /** What is pointed at: where it last stands before the change ends. */
  at: string
  /** Rule, and parts of the message and of the remedy. */
  says: readonly [rule: string, message: string, remedy: string]
}

type Row = [from: string, to: string, at: string, ...says: BrokenTemplate['says']]
const rows = casesIn<Record<string, Row>>('test/support', 'broken-templates.yml')

export const brokenTemplates: readonly BrokenTemplate[] = Object.entries(rows).map(
  ([name, [from, to, at, ...says]]) => ({ name, from, to, at, says }),
)
