import type { FindParameters } from '../../../packages/client/src/templates.js'
import { type FoundOrganization, find } from '../calls.js'
import type { MapPoint } from '../map/points.js'
import { findCell, type Source, type Spot, toSpot } from '../map/spots.js'

/** Organizations of a spot that are listed on the map. */
const maxListed = 20

/**
 * All that a search finds, as dots: counts by the cells of the map.
 * @param known Organizations that are listed beside the map: their dots have their names.
 */
export function createResultSource(
  { page, size, sort, ...search }: FindParameters,
  known: readonly MapPoint[],
  pointsOf: (organization: FoundOrganization) => MapPoint[],
): Source {
  return {
    async spotsIn(view, zoom, signal) {
      const { facets } = await find({ ...search, view, zoom, size: 1 }, signal, ['cells'])
      return (facets?.cells ?? []).flatMap(({ value, count, box }): Spot[] => {
        const cell = String(value)
        const points = known.filter((point) => findCell(point, zoom) === cell)
        return box ? [toSpot(cell, count, box, points)] : []
      })
    },

    async pointsIn({ box, count, points }, signal) {
      if (points.length === count) return points
      const { results } = await find({ ...search, box, size: maxListed }, signal, [])
      return results.flatMap(pointsOf)
    },
  }
}
