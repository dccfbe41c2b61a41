import { control, Map as LeafletMap, latLngBounds, tileLayer } from 'leaflet'
import { maxZoom } from './spots.js'
import { tilesOf } from './tiles.js'
import { leaveWheelToPage } from './wheel.js'

/** Shown where there is nothing, and until it is known where something is. */
export const unitedStates = latLngBounds([25, -125], [49, -67])

/** The ground that everything else is drawn on. */
export function emptyMap(element: HTMLElement): LeafletMap {
  const tiles = tilesOf(document)
  const moves = !matchMedia('(prefers-reduced-motion: reduce)').matches
  const map = new LeafletMap(element, {
    zoomSnap: tiles ? 1 : 0.5, // tiles are sharp at whole zooms only
    minZoom: 1,
    maxZoom,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
  })
  map.attributionControl
    .setPrefix(false)
    .addAttribution('Outlines: Natural Earth, US Census Bureau')
  control.scale().addTo(map)
  element.classList.toggle('tiled', tiles !== undefined)
  if (tiles)
    // the servers of OpenStreetMap answer only pages that say where they are from
    tileLayer(tiles.url, { attribution: tiles.attribution, referrerPolicy: 'origin' }).addTo(map)
  leaveWheelToPage(element)
  return map.fitBounds(unitedStates, { animate: false })
}
