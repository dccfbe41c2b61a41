import { type Map as LeafletMap, layerGroup, type Marker } from 'leaflet'
import type { Clusters, Spot } from './clusters.js'
import { type SpotHandlers, spotMarker } from './spot-marker.js'

interface Drawn {
  spot: Spot
  marker: Marker
}

/** The dots and clusters on a map, for its zoom. */
export interface Spots {
  /** Draws what falls together at the zoom of the map; what stays the same is left alone. */
  draw(clusters: Clusters): void
  /** The spot that holds a point, as it is drawn now. */
  holding(id: string): Drawn | undefined
  /** Makes the spot of a point stand out. */
  mark(id: string | undefined): void
}

export function addSpots(map: LeafletMap, handlers: SpotHandlers): Spots {
  const layer = layerGroup().addTo(map)
  let drawn = new Map<string, Drawn>()
  let marked: string | undefined

  const holding = (id: string) =>
    [...drawn.values()].find(({ spot }) => spot.points.some((point) => point.id === id))

  function draw(clusters: Clusters): void {
    const before = drawn
    const focused = [...before.values()].find(
      ({ marker }) => marker.getElement() === document.activeElement,
    )
    drawn = new Map(
      clusters(map.getZoom()).map((spot) => [
        spot.key,
        before.get(spot.key) ?? { spot, marker: spotMarker(spot, handlers) },
      ]),
    )
    for (const { marker } of drawn.values()) marker.addTo(layer)
    for (const [key, { marker }] of before) if (!drawn.has(key)) layer.removeLayer(marker)
    mark(marked)
    // the focus of an opened cluster goes on to what was in it
    if (focused && !drawn.has(focused.spot.key))
      holding(focused.spot.points[0]!.id)?.marker.getElement()?.focus()
  }

  function mark(id: string | undefined): void {
    marked = id
    const held = id === undefined ? undefined : holding(id)
    for (const one of drawn.values()) {
      one.marker.getElement()?.classList.toggle('on', one === held)
      one.marker.setZIndexOffset(one === held ? 1000 : 0)
    }
  }

  return { draw, holding, mark }
}
