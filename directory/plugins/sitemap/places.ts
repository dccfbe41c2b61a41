import { toSlug } from '../../fields/page-path.js'
import { stateName } from '../../places/us-states.js'

/** Cities with fewer organizations have a page that the sitemap does not list. */
const fewestInCity = 5

/**
 * The aggregation that finds the pages of states, their causes and their cities.
 * @param isShown Whether visitors may see a field.
 */
export function countPlaces(isShown: (field: string) => boolean): object {
  const causes = { terms: { field: 'causes', size: 60 } }
  const cities = { terms: { field: 'city.keyword', size: 500, min_doc_count: fewestInCity } }
  const aggs = { ...(isShown('causes') && { causes }), ...(isShown('city') && { cities }) }
  return isShown('region') ? { regions: { terms: { field: 'region', size: 60 }, aggs } } : {}
}

type Buckets = { buckets?: { key: string; causes?: Buckets; cities?: Buckets }[] }

/** Paths of the pages of places in the answer: `in/rhode-island/food-banks`. */
export function readPlaces(aggregations: string): string[] {
  const { regions } = JSON.parse(aggregations) as { regions?: Buckets }
  return (regions?.buckets ?? []).flatMap(({ key, causes, cities }) => {
    const state = stateName(key)
    if (state === undefined) return []
    const inside = [...(causes?.buckets ?? []), ...(cities?.buckets ?? [])]
    const slugs = new Set(inside.map((one) => toSlug(one.key)).filter((slug) => slug !== ''))
    const path = `in/${toSlug(state)}`
    return [path, ...[...slugs].map((slug) => `${path}/${encodeURIComponent(slug)}`)]
  })
}
