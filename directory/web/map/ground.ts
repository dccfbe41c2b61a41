import { control, Map as LeafletMap, latLngBounds } from 'leaflet'
import type { Tiles } from './base-map.js'
import { createNames } from './names.js'
import { addOutlines } from './outlines.js'
import { maxZoom, type Spot } from './spots.js'

/** Shown without results, and until results are loaded. */
export const unitedStates = latLngBounds([25, -125], [49, -67])

/** Creates an empty map. */
export function createMap(element: HTMLElement, tiles: Tiles | undefined): LeafletMap {
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    zoomSnap: tiles ? 1 : 0.5, // tiles are sharp at whole zooms only
    minZoom: 1,
    maxZoom,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
  })
  map.attributionControl.setPrefix(false)
  control.scale().addTo(map)
  leaveWheelToPage(element)
  return map.fitBounds(unitedStates, { animate: false })
}

/** Tiles, which have names of their own. @returns as `onOutlines`. */
export function drawTiles(map: LeafletMap, tiles: Tiles): () => void {
  // without tiles the map still works
  import('./base-map.js').then(
    ({ addBaseMap }) => addBaseMap(map, tiles),
    () => {},
  )
  return () => {}
}

/**
 * Outlines, with the names of areas and of the cities of dots. @returns what draws the part of the
 * ground that depends on the dots.
 */
export function drawOutlines(map: LeafletMap, spots: () => readonly Spot[]): () => void {
  map.attributionControl.addAttribution('Outlines: Natural Earth, US Census Bureau')
  const drawNames = createNames(map)
  return addOutlines(map, (names) => drawNames(spots(), names))
}

/** What the gateway writes into the page; undefined without a base map. */
export function readTiles(page: Document): Tiles | undefined {
  const content = page.querySelector<HTMLMetaElement>('meta[name=map-tiles]')?.content
  return content === undefined ? undefined : (JSON.parse(content) as Tiles)
}

/**
 * Lets the wheel scroll the page over a map. It zooms only if the map has the focus, or with
 * Ctrl, which a touchpad sends for pinching.
 */
function leaveWheelToPage(map: HTMLElement): void {
  const stop = (event: WheelEvent) => {
    if (!event.ctrlKey && !map.contains(document.activeElement)) event.stopPropagation()
  }
  map.addEventListener('wheel', stop, { capture: true })
}
