import {
  type GeoJSON as GeoJsonLayer,
  geoJSON,
  type LatLngBounds,
  type Map as LeafletMap,
  latLngBounds,
  type Renderer,
  svg,
} from 'leaflet'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import counties from 'us-atlas/counties-10m.json?url'
import states from 'us-atlas/states-10m.json?url'
import fine from 'world-atlas/countries-50m.json?url'
import coarse from 'world-atlas/countries-110m.json?url'
import { findCorners, findMiddle, flatten, type Outline, type RoundOutline } from './areas.js'
import type { PlaceName } from './points.js'

interface OutlineSet {
  url: string
  name: 'countries' | 'states' | 'counties'
  /** The zooms at which it is drawn. */
  from: number
  to: number
  /** Where it has anything; elsewhere it is not loaded. */
  within: LatLngBounds
}

const world = latLngBounds([-90, -180], [90, 180])
const unitedStates = latLngBounds([17, -180], [72, -64])
const sets: readonly OutlineSet[] = [
  { url: coarse, name: 'countries', from: 0, to: 4, within: world },
  { url: fine, name: 'countries', from: 5, to: 18, within: world },
  { url: states, name: 'states', from: 0, to: 18, within: unitedStates },
  { url: counties, name: 'counties', from: 7, to: 18, within: unitedStates },
]

/** The United States, which are drawn by state, and Antarctica, whose ring is open on a map. */
const left = new Set(['840', '010'])
/** Below this zoom the names of states and countries would cover each other. */
const firstNamedZoom = 4

interface Area {
  outline: Outline
  /** One for all of a set, with room around the view to be moved into. */
  renderer: Renderer
  bounds: LatLngBounds
  name: PlaceName | undefined
  /** Made when it first is in view: most areas of a set never are. */
  layer?: GeoJsonLayer
}

/**
 * Outlines below the dots. Of each set only what is in view is drawn, and only where it is needed
 * is it loaded. The listener gets the names of the areas after each change.
 * @returns what draws them.
 */
export function addOutlines(map: LeafletMap, onDrawn: (names: PlaceName[]) => void): () => void {
  const loaded = new Map<OutlineSet, Area[]>()
  const asked = new Set<OutlineSet>()
  for (const { name } of sets) if (!map.getPane(name)) map.createPane(name)

  const ending = new AbortController()

  function load(set: OutlineSet): void {
    asked.add(set)
    areasOf(set, ending.signal)
      .then((areas) => loaded.set(set, areas))
      .then(draw, () => asked.delete(set)) // the next move tries again
  }

  function draw(): void {
    const view = map.getBounds().pad(0.5)
    for (const set of sets) {
      const isShown = isIn(set, map)
      if (isShown && !asked.has(set)) load(set)
      for (const area of loaded.get(set) ?? [])
        if (isShown && view.intersects(area.bounds)) {
          area.layer ??= layerOf(area, set)
          area.layer.addTo(map)
        } else area.layer?.remove()
    }
    const shown = sets.filter((set) => isIn(set, map)).flatMap((set) => loaded.get(set) ?? [])
    onDrawn(map.getZoom() < firstNamedZoom ? [] : shown.flatMap(({ name }) => name ?? []))
  }

  map.on('moveend', draw).on('unload', () => ending.abort())
  return draw
}

function isIn({ from, to, within }: OutlineSet, map: LeafletMap): boolean {
  const zoom = Math.floor(map.getZoom())
  return zoom >= from && zoom <= to && map.getBounds().intersects(within)
}

async function areasOf({ url, name }: OutlineSet, signal: AbortSignal): Promise<Area[]> {
  const topology = (await (await fetch(url, { signal })).json()) as Topology<
    Record<string, GeometryCollection<{ name: string }>>
  >
  const renderer = svg({ pane: name, padding: 0.5 })
  return feature(topology, topology.objects[name]!)
    .features.filter(({ id, geometry }) => !left.has(String(id)) && geometry !== null)
    .map(({ properties, geometry }) => {
      const outline = flatten(geometry as RoundOutline)
      const bounds = latLngBounds(findCorners(outline))
      const label = { label: properties.name, ...findMiddle(outline) }
      return { outline, renderer, bounds, name: name === 'counties' ? undefined : label }
    })
}

function layerOf({ outline, renderer }: Area, { name }: OutlineSet): GeoJsonLayer {
  const geometry = { type: 'MultiPolygon' as const, coordinates: outline }
  const options = { interactive: false, pane: name, renderer, style: { className: name } }
  return geoJSON(geometry, options)
}
