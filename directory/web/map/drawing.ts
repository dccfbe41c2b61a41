import {
  circle,
  type Map as LeafletMap,
  latLng,
  latLngBounds,
  layerGroup,
  point,
  rectangle,
} from 'leaflet'
import type { Box } from '../../../packages/client/src/templates.js'
import { isOnePlace, toBox, toEdges } from './boxes.js'
import { createMap, drawOutlines, drawTiles, readTiles, unitedStates } from './ground.js'
import type { Circle, MapPoint } from './points.js'
import { listSpot } from './popup.js'
import { addSpots } from './spot-layer.js'
import { findFocus, maxZoom, type Source, type Spot, toCellZoom } from './spots.js'
import 'leaflet/dist/leaflet.css'
import './map.css'

/** What a map shows. */
export interface MapContent {
  source: Source
  /** What it is of: another one moves the map there. */
  of: string
  near?: Circle | undefined
  /** The part of the map that was searched. */
  box?: Box | undefined
}

/** What happens on a map. */
export interface DrawingHandlers {
  /** A point that the pointer or the focus is on, or none. */
  onMark(id: string | undefined): void
  onSelect(point: MapPoint): void
  /** All of a spot is asked for, where the list has the first of them alone. */
  onAll?(spot: Spot): void
  /** The reader has moved it here. */
  onMove?(box: Box): void
  /** How many organizations it shows now. */
  onDrawn?(count: number): void
  onFailed?(error: unknown): void
}

/** A map in an element. */
export interface Drawing {
  /** Draws this in place of what was there, and goes where it is. */
  show(shown: MapContent): void
  mark(id: string | undefined): void
  remove(): void
}

/** The zoom at which a single place is shown: with its state and counties around it. */
const placeZoom = 9
/** More organizations than these are not listed, but looked at more closely. */
const fewOrganizations = 10
/** The zoom of the cells by which it is found out where something is. */
const coarseZoom = 5
const world: Box = [-180, -90, 180, 90]

export function drawMap(element: HTMLElement, handlers: DrawingHandlers): Drawing {
  const tiles = readTiles(document)
  const map = createMap(element, tiles)
  const drawing = createLatest(handlers.onFailed)
  /** By itself: a map that moves meanwhile still shows what was opened. */
  const opening = createLatest(handlers.onFailed)
  let isMoving = false
  let shown: MapContent | undefined
  /** Whether the map has gone where that is. */
  let isThere = false
  let drawn: Spot[] = []

  const resized = new ResizeObserver(() => move(() => map.invalidateSize({ animate: false })))
  resized.observe(element)
  const around = layerGroup().addTo(map)
  const drawGround = tiles ? drawTiles(map, tiles) : drawOutlines(map, () => drawn)
  const spots = addSpots(map, {
    onOpen: (spot) => opening.begin((signal) => open(spot, signal)),
    onEnter: ({ points, count }) => handlers.onMark(count === 1 ? points[0]?.id : undefined),
    onLeave: () => handlers.onMark(undefined),
  })
  map.on('moveend', () => {
    if (isMoving) return
    isThere = true
    handlers.onMove?.(toBox(getEdges(map)))
    drawing.begin(refresh)
  })

  /** Moves the map for another reason than that the reader wants to. */
  function move(by: () => void): void {
    isMoving = true
    by()
    isMoving = false
    if (shown) drawing.begin(refresh)
  }

  /** Goes where what is shown is, unless it has been there, and draws it. */
  async function refresh(signal: AbortSignal): Promise<void> {
    const bounds = isThere ? undefined : await boundsFor(shown!, signal)
    if (signal.aborted) return
    isThere = true
    if (bounds) move(() => goTo(bounds))
    else await draw(signal)
  }

  async function draw(signal: AbortSignal): Promise<void> {
    const view = toBox(getEdges(map))
    const found = await shown!.source.spotsIn(view, toCellZoom(map.getZoom()), signal)
    if (signal.aborted) return
    drawn = found
    spots.draw(found)
    drawGround()
    handlers.onDrawn?.(found.reduce((sum, { count }) => sum + count, 0))
  }

  /** Few organizations, or those at one place, are listed; others fall apart. */
  async function open(spot: Spot, signal: AbortSignal): Promise<void> {
    const { box, count } = spot
    const isClosest = map.getZoom() === maxZoom
    if (count > fewOrganizations && !isOnePlace(box) && !isClosest) return zoomTo(box)
    const points = await shown!.source.pointsIn(spot, signal)
    if (signal.aborted) return
    listSpot(map, spot, points, { ...handlers, onClosed: () => spots.focus(spot) })
  }

  function zoomTo(box: Box): void {
    const bounds = toBounds(box)
    const zoom = map.getBoundsZoom(bounds, false, point(60, 60))
    map.setView(bounds.getCenter(), Math.min(maxZoom, Math.max(map.getZoom() + 1, zoom)))
  }

  function show(next: MapContent): void {
    if (next.of !== shown?.of) isThere = false
    shown = next
    opening.end()
    map.closePopup()
    around.clearLayers()
    for (const shape of createShapes(next)) around.addLayer(shape)
    drawing.begin(refresh)
  }

  /** Where to go; undefined where the map is there already. */
  async function boundsFor({ source, near, box }: MapContent, signal: AbortSignal) {
    if (box) {
      const isShown = String(toBox(getEdges(map))) === String(box)
      return isShown ? undefined : toBounds(box).pad(-0.05) // of a view: at its zoom again
    }
    if (near) return latLng(near.lat, near.lon).toBounds(2000 * near.km)
    const focus = findFocus(await source.spotsIn(world, coarseZoom, signal))
    return focus ? toBounds(focus) : unitedStates
  }

  function goTo(bounds: ReturnType<typeof toBounds>): void {
    const isPlace = bounds.getSouthWest().equals(bounds.getNorthEast(), 1e-5)
    const padding: [number, number] = shown?.box ? [0, 0] : [36, 36]
    const closest = isPlace ? placeZoom : maxZoom
    map.fitBounds(bounds, { padding, maxZoom: closest, animate: false })
  }

  function remove(): void {
    drawing.end()
    opening.end()
    resized.disconnect()
    map.remove()
  }

  return { show, mark: spots.mark, remove }
}

function getEdges(map: LeafletMap) {
  const bounds = map.getBounds()
  const [east, north] = [bounds.getEast(), bounds.getNorth()]
  return { west: bounds.getWest(), south: bounds.getSouth(), east, north }
}

function toBounds(box: Box) {
  const { west, south, east, north } = toEdges(box)
  return latLngBounds([south, west], [north, east])
}

/** The area that was searched. */
function createShapes({ near, box }: MapContent) {
  const options = { interactive: false, className: 'searched' }
  return [
    ...(near ? [circle([near.lat, near.lon], { ...options, radius: near.km * 1000 })] : []),
    ...(box ? [rectangle(toBounds(box), options)] : []),
  ]
}

/** What is done one at a time: what begins later ends what was before. */
interface OneAtATime {
  begin(act: (signal: AbortSignal) => Promise<void>): void
  end(): void
}

/** @param onFailed Called with what an act throws, unless that was ended. */
export function createLatest(onFailed: ((error: unknown) => void) | undefined): OneAtATime {
  let controller = new AbortController()
  return {
    begin(act) {
      controller.abort()
      controller = new AbortController()
      const { signal } = controller
      act(signal).catch((error) => signal.aborted || onFailed?.(error))
    },
    end: () => controller.abort(),
  }
}
