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
  /** The area that it covers. Elsewhere it is not loaded. */
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
const omitted = new Set(['840', '010'])
/** Below this zoom the names of states and countries would cover each other. */
const firstNamedZoom = 4

interface Area {
  outline: Outline
  /** Shared by a set. It draws some space around the view, too. */
  renderer: Renderer
  bounds: LatLngBounds
  name: PlaceName | undefined
  /** Created when the area first is in view. Most areas never are. */
  layer?: GeoJsonLayer
}

/**
 * Draws outlines below the dots. Loads a set only where it is needed, and draws only what is in
 * view. The listener gets the names of the areas after each change.
 * @returns a function that draws them.
 */
export function addOutlines(map: LeafletMap, onDrawn: (names: PlaceName[]) => void): () => void {
  const loaded = new Map<OutlineSet, Area[]>()
  const requested = new Set<OutlineSet>()
  for (const { name } of sets) if (!map.getPane(name)) map.createPane(name)

  const abort = new AbortController()

  function load(set: OutlineSet): void {
    requested.add(set)
    loadAreas(set, abort.signal)
      .then((areas) => loaded.set(set, areas))
      .then(draw, () => requested.delete(set)) // the next move tries again
  }

  function draw(): void {
    const view = map.getBounds().pad(0.5)
    for (const set of sets) {
      const isShown = isVisible(set, map)
      if (isShown && !requested.has(set)) load(set)
      for (const area of loaded.get(set) ?? [])
        if (isShown && view.intersects(area.bounds)) {
          area.layer ??= createLayer(area, set)
          area.layer.addTo(map)
        } else area.layer?.remove()
    }
    const shown = sets.filter((set) => isVisible(set, map)).flatMap((set) => loaded.get(set) ?? [])
    onDrawn(map.getZoom() < firstNamedZoom ? [] : shown.flatMap(({ name }) => name ?? []))
  }

  map.on('moveend', draw).on('unload', () => abort.abort())
  return draw
}

function isVisible({ from, to, within }: OutlineSet, map: LeafletMap): boolean {
  const zoom = Math.floor(map.getZoom())
  return zoom >= from && zoom <= to && map.getBounds().intersects(within)
}

async function loadAreas({ url, name }: OutlineSet, signal: AbortSignal): Promise<Area[]> {
  const topology = (await (await fetch(url, { signal })).json()) as Topology<
    Record<string, GeometryCollection<{ name: string }>>
  >
  const renderer = svg({ pane: name, padding: 0.5 })
  return feature(topology, topology.objects[name]!)
    .features.filter(({ id, geometry }) => !omitted.has(String(id)) && geometry !== null)
    .map(({ properties, geometry }) => {
      const outline = flatten(geometry as RoundOutline)
      const bounds = latLngBounds(findCorners(outline))
      const label = { label: properties.name, ...findMiddle(outline) }
      return { outline, renderer, bounds, name: name === 'counties' ? undefined : label }
    })
}

function createLayer({ outline, renderer }: Area, { name }: OutlineSet): GeoJsonLayer {
  const geometry = { type: 'MultiPolygon' as const, coordinates: outline }
  const options = { interactive: false, pane: name, renderer, style: { className: name } }
  return geoJSON(geometry, options)
}
