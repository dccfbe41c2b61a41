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
  /** A key of the content. The map moves when it changes. */
  of: string
  near?: Circle | undefined
  /** The part of the map that was searched. */
  box?: Box | undefined
}

/** What happens on a map. */
export interface DrawingHandlers {
  /** The pointer or the focus has entered a point, or left it. */
  onMark(id: string | undefined): void
  onSelect(point: MapPoint): void
  /** The reader wants all organizations of a spot of which the popup lists only some. */
  onAll?(spot: Spot): void
  /** The reader has moved the map to this area. */
  onMove?(box: Box): void
  /** How many organizations it shows now. */
  onDrawn?(count: number): void
  onFailed?(error: unknown): void
}

/** A map in an element. */
export interface Drawing {
  /** Draws new content and moves the map to it. */
  show(shown: MapContent): void
  mark(id: string | undefined): void
  remove(): void
}

/** The zoom at which a single place is shown: with its state and counties around it. */
const placeZoom = 9
/** A click on a spot with more organizations zooms in instead of listing them. */
const fewOrganizations = 10
/** The zoom of the cells that show which part of the world has results. */
const coarseZoom = 5
const world: Box = [-180, -90, 180, 90]

export function drawMap(element: HTMLElement, handlers: DrawingHandlers): Drawing {
  const tiles = readTiles(document)
  const map = createMap(element, tiles)
  const drawing = createLatest(handlers.onFailed)
  /** Separate from drawing, so that a popup opens even if the map moves meanwhile. */
  const opening = createLatest(handlers.onFailed)
  let isMoving = false
  let shown: MapContent | undefined
  /** Whether the map shows the area of the content already. */
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

  /** Moves the map without telling the page that the reader has moved it. */
  function move(by: () => void): void {
    isMoving = true
    by()
    isMoving = false
    if (shown) drawing.begin(refresh)
  }

  /** Moves to the content if needed, and draws it. */
  async function refresh(signal: AbortSignal): Promise<void> {
    const bounds = isThere ? undefined : await findBounds(shown!, signal)
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

  /** Lists a spot with few organizations or with one place. Zooms into others. */
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

  /** The bounds of the content. Undefined if the map shows them already. */
  async function findBounds({ source, near, box }: MapContent, signal: AbortSignal) {
    if (box) {
      const isShown = String(toBox(getEdges(map))) === String(box)
      if (isShown) return undefined
      return toBounds(box).pad(-0.05) // smaller, so that the map gets its former zoom again
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

/** Runs one task at a time. A new task aborts the one before. */
interface OneAtATime {
  begin(act: (signal: AbortSignal) => Promise<void>): void
  end(): void
}

/** @param onFailed Gets the error of a task that was not aborted. */
function createLatest(onFailed: ((error: unknown) => void) | undefined): OneAtATime {
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
