import { bodyOf, groupsIn } from './bodies.js'

/**
 * Every place of a body where Elasticsearch takes a query, an aggregation, a sort or a request for
 * documents (places.yml).
 */
type Place = [name: string, at: (planted: object) => object]

const groups = groupsIn('places.yml')
const placesOf = (what: string): Place[] =>
  groups
    .filter(([group]) => group.endsWith(` of ${what}`))
    .flatMap(([group, cases]) =>
      cases.map(([name, place]): Place => {
        const text = JSON.stringify(bodyOf(group, place))
        return [
          name,
          (planted) => {
            const json = JSON.stringify(planted)
            const keys = json.slice(1, -1)
            return JSON.parse(
              text.replaceAll('"PLANTED"', () => json).replaceAll('"KEYS":""', () => keys),
            )
          },
        ]
      }),
    )

/** Where a query may be. */
export const queryPlaces: readonly Place[] = placesOf('query')

/** Where a query may be when optional features are on. */
export const optionalQueryPlaces: readonly Place[] = placesOf('optionalQuery')

/** Where an aggregation may be. */
export const aggregationPlaces: readonly Place[] = placesOf('aggregation')

/** Where documents are asked for, and so where sort, script_fields and their kind may be. */
export const documentPlaces: readonly Place[] = placesOf('document')
