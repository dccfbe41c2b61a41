import { control, Map as LeafletMap, latLngBounds } from 'leaflet'
import type { Tiles } from './base-map.js'
import { addNames } from './names.js'
import { addOutlines } from './outlines.js'
import { maxZoom, type Spot } from './spots.js'

/** Shown where there is nothing, and until it is known where something is. */
export const unitedStates = latLngBounds([25, -125], [49, -67])

/** A map without anything on it. */
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
  // nothing else is lost without them: they are loaded again with the page
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
  const drawNames = addNames(map)
  return addOutlines(map, (areas) => drawNames(spots(), areas))
}

/** What the gateway writes into the page; undefined without a base map. */
export function readTiles(page: Document): Tiles | undefined {
  const content = page.querySelector<HTMLMetaElement>('meta[name=map-tiles]')?.content
  return content === undefined ? undefined : (JSON.parse(content) as Tiles)
}

/**
 * The wheel scrolls the page, also over a map: it zooms only where the map has the focus, or with
 * Ctrl, which is what pinching a touchpad sends.
 */
export function leaveWheelToPage(map: HTMLElement): void {
  const stop = (event: WheelEvent) => {
    if (!event.ctrlKey && !map.contains(document.activeElement)) event.stopPropagation()
  }
  map.addEventListener('wheel', stop, { capture: true })
}
