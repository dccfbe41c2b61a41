import atlas from 'virtual:atlas'
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
import states from 'us-atlas/states-10m.json?url'
import coarse from 'world-atlas/countries-110m.json?url'
import { findCorners, findMiddle, flatten, type Outline, type RoundOutline } from './areas.js'
import type { City, PlaceName } from './points.js'

/** A file of outlines. */
interface Sheet {
  url: string
  name: 'countries' | 'states'
  /** The zooms at which it is drawn. */
  from: number
  to: number
  /** Around its parts. Elsewhere it is not loaded. */
  bounds: readonly LatLngBounds[]
}

/** From this zoom on each state and country is a sheet of its own, with its cities. */
const detailedZoom = 6
const overview = { from: 0, to: detailedZoom - 1 }
const sheets: readonly Sheet[] = [
  { ...overview, url: coarse, name: 'countries', bounds: [latLngBounds([-90, -180], [90, 180])] },
  { ...overview, url: states, name: 'states', bounds: [latLngBounds([17, -180], [72, -64])] },
  ...atlas.map(({ boxes, ...sheet }) => ({
    ...sheet,
    ...{ from: detailedZoom, to: 18 },
    bounds: boxes.map(([south, west, north, east]) =>
      latLngBounds([south / 10, west / 10], [north / 10, east / 10]),
    ),
  })),
]

/** The United States, which are drawn by state, and Antarctica, whose ring is open on a map. */
const omitted = new Set(['840', '010'])
/** Below this zoom the names of states and countries would cover each other. */
const firstNamedZoom = 4

interface Area {
  outline: Outline
  bounds: LatLngBounds
  name: PlaceName
  /** Created when the area first is in view. Many areas never are. */
  layer?: GeoJsonLayer
}

/** What is loaded of a sheet. */
interface LoadedSheet {
  areas: Area[]
  counties: GeoJsonLayer | undefined
  cities: City[]
}

/** What is written on the ground. */
export interface GroundNames {
  areas: PlaceName[]
  /** The largest first. */
  cities: City[]
}

/**
 * Draws outlines below the dots. Loads a sheet only where it is needed, and draws only what is in
 * view. The listener gets the names after each change.
 * @returns a function that draws them.
 */
export function addOutlines(map: LeafletMap, onDrawn: (names: GroundNames) => void): () => void {
  const loaded = new Map<Sheet, LoadedSheet>()
  const requested = new Set<Sheet>()
  const panes = ['countries', 'states', 'counties'] as const
  for (const pane of panes) if (!map.getPane(pane)) map.createPane(pane)
  // each draws some space around the view, too
  const renderers = panes.map((pane) => [pane, svg({ pane, padding: 0.5 })] as const)
  const draw = { ...Object.fromEntries(renderers) } as Record<(typeof panes)[number], Renderer>
  const abort = new AbortController()

  function load(sheet: Sheet): void {
    requested.add(sheet)
    loadSheet(sheet, draw.counties, abort.signal)
      .then((content) => loaded.set(sheet, content))
      .then(drawAll, () => requested.delete(sheet)) // the next move tries again
  }

  function drawAll(): void {
    const view = map.getBounds().pad(0.5)
    const shown: LoadedSheet[] = []
    for (const sheet of sheets) {
      const isShown = isVisible(sheet, map)
      if (isShown && !requested.has(sheet)) load(sheet)
      const content = loaded.get(sheet)
      if (!content) continue
      if (isShown) shown.push(content)
      for (const area of content.areas)
        if (isShown && view.intersects(area.bounds)) {
          area.layer ??= createLayer(area.outline, sheet.name, draw[sheet.name])
          area.layer.addTo(map)
        } else area.layer?.remove()
      if (isShown) content.counties?.addTo(map)
      else content.counties?.remove()
    }
    const hasNames = map.getZoom() >= firstNamedZoom
    onDrawn({
      areas: hasNames ? shown.flatMap(({ areas }) => areas.map(({ name }) => name)) : [],
      cities: shown.flatMap(({ cities }) => cities).sort((one, other) => other.size - one.size),
    })
  }

  map.on('moveend', drawAll).on('unload', () => abort.abort())
  return drawAll
}

function isVisible({ from, to, bounds }: Sheet, map: LeafletMap): boolean {
  const zoom = Math.floor(map.getZoom())
  const view = map.getBounds()
  return zoom >= from && zoom <= to && bounds.some((box) => view.intersects(box))
}

type Topologies = Topology<Record<string, GeometryCollection<{ name: string }>>> & {
  /** Name, latitude, longitude, size. */
  cities?: [string, number, number, number][]
}

async function loadSheet(
  { url, name }: Sheet,
  ofCounties: Renderer,
  signal: AbortSignal,
): Promise<LoadedSheet> {
  const topology = (await (await fetch(url, { signal })).json()) as Topologies
  const areas = feature(topology, topology.objects[name]!)
    .features.filter(({ id, geometry }) => !omitted.has(String(id)) && geometry !== null)
    .map(({ properties, geometry }) => {
      const outline = flatten(geometry as RoundOutline)
      const bounds = latLngBounds(findCorners(outline))
      return { outline, bounds, name: { label: properties.name, ...findMiddle(outline) } }
    })
  const { counties } = topology.objects
  const lines = counties && feature(topology, counties)
  return {
    areas,
    counties: lines && geoJSON(lines, toOptions('counties', ofCounties)),
    cities: (topology.cities ?? []).map(([label, lat, lon, size]) => ({ label, lat, lon, size })),
  }
}

const toOptions = (name: string, renderer: Renderer) => ({
  ...{ interactive: false, pane: name, renderer, style: { className: name } },
})

function createLayer(outline: Outline, name: string, renderer: Renderer): GeoJsonLayer {
  const geometry = { type: 'MultiPolygon' as const, coordinates: outline }
  return geoJSON(geometry, toOptions(name, renderer))
}
