import 'leaflet/dist/leaflet.css'
import './map.css'
import {
  circle,
  control,
  Map as LeafletMap,
  latLng,
  latLngBounds,
  layerGroup,
  point,
  tileLayer,
} from 'leaflet'
import { clustersOf, maxZoom, type Spot } from './clusters.js'
import { addNames } from './names.js'
import { addOutlines } from './outlines.js'
import type { Circle, MapPoint } from './points.js'
import { listSpot } from './popup.js'
import { addSpots } from './spots.js'
import { tilesOf } from './tiles.js'
import { leaveWheelToPage } from './wheel.js'

/** What a map shows. */
export interface Shown {
  points: readonly MapPoint[]
  near?: Circle | undefined
}

/** What happens on a map. */
export interface DrawingHandlers {
  /** A point that the pointer or the focus is on, or none. */
  onMark(id: string | undefined): void
  onSelect(id: string): void
}

/** A map in an element. */
export interface Drawing {
  /** Draws points in place of the former ones, and goes where they are. */
  show(shown: Shown): void
  mark(id: string | undefined): void
  remove(): void
}

/** The zoom at which a single place is shown: with its state and counties around it. */
const placeZoom = 9
/** Shown where there is nothing. */
const unitedStates = latLngBounds([25, -125], [49, -67])

export function drawMap(element: HTMLElement, handlers: DrawingHandlers): Drawing {
  const map = emptyMap(element)
  const resized = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  resized.observe(element)

  let clusters = clustersOf([])
  const around = layerGroup().addTo(map)
  const names = addNames(map)
  const outlines = addOutlines(map, (areas) => names.draw(clusters(map.getZoom()), areas))
  const spots = addSpots(map, {
    onOpen: open,
    onEnter: ({ points }) => handlers.onMark(points.length === 1 ? points[0]!.id : undefined),
    onLeave: () => handlers.onMark(undefined),
  })
  map.on('zoomend', () => spots.draw(clusters))

  /** A cluster falls apart; what is at one place is listed. */
  function open(spot: Spot): void {
    const { points, opensAt } = spot
    if (opensAt === undefined) {
      const onClosed = () => spots.holding(points[0]!.id)?.marker.getElement()?.focus()
      listSpot(map, spot, { ...handlers, onClosed })
      return
    }
    const bounds = boundsOf(points)
    const wide = map.getBoundsZoom(bounds, false, point(60, 60))
    map.setView(bounds.getCenter(), Math.min(maxZoom, Math.max(opensAt, wide)))
  }

  function show({ points, near }: Shown): void {
    map.closePopup()
    clusters = clustersOf(points)
    around.clearLayers()
    const bounds = boundsOf(points)
    if (near) {
      const options = { radius: near.km * 1000, interactive: false, className: 'near' }
      around.addLayer(circle([near.lat, near.lon], options))
      bounds.extend(latLng(near.lat, near.lon).toBounds(2 * options.radius))
    }
    const padding: [number, number] = [36, 36]
    const isPlace = bounds.isValid() && bounds.getSouthWest().equals(bounds.getNorthEast())
    map.fitBounds(bounds.isValid() ? bounds : unitedStates, {
      padding,
      maxZoom: isPlace ? placeZoom : maxZoom,
      animate: false,
    })
    spots.draw(clusters)
    outlines.draw()
  }

  function remove(): void {
    resized.disconnect()
    map.remove()
  }

  return { show, mark: spots.mark, remove }
}

const boundsOf = (places: readonly MapPoint[]) =>
  latLngBounds(places.map(({ lat, lon }) => [lat, lon]))

/** The ground that everything else is drawn on. */
function emptyMap(element: HTMLElement): LeafletMap {
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
  return map
}
