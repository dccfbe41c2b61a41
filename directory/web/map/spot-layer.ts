import {
  divIcon,
  type LeafletKeyboardEvent,
  type Map as LeafletMap,
  layerGroup,
  type Marker,
  marker,
} from 'leaflet'
import { describeSpot, getDiameter, type Spot, toLabel } from './spots.js'

interface Drawn {
  spot: Spot
  marker: Marker
}

/** The dots on a map. */
interface SpotLayer {
  /** Draws spots in place of the former ones; what stays the same is left alone. */
  draw(spots: readonly Spot[]): void
  /** Focuses a spot, if it is drawn. */
  focus(spot: Spot): void
  /** Highlights the spot of a point. */
  mark(id: string | undefined): void
}

export function addSpots(map: LeafletMap, handlers: SpotHandlers): SpotLayer {
  const layer = layerGroup().addTo(map)
  let drawn = new Map<string, Drawn>()
  let marked: string | undefined

  const holding = (id: string) =>
    [...drawn.values()].find(({ spot }) => spot.points.some((point) => point.id === id))

  function draw(spots: readonly Spot[]): void {
    const before = drawn
    const focused = [...before.values()].find(
      ({ marker }) => marker.getElement() === document.activeElement,
    )
    drawn = new Map(
      spots.map((spot) => {
        const key = toSpotKey(spot)
        const marker = before.get(key)?.marker ?? createMarker(spot, handlers)
        return [key, { spot, marker }]
      }),
    )
    for (const { marker, spot } of drawn.values()) {
      marker.setLatLng([spot.lat, aroundWorld(spot.lon)])
      marker.addTo(layer)
    }
    for (const [key, { marker }] of before) if (!drawn.has(key)) layer.removeLayer(marker)
    mark(marked)
    // the focus moves from an opened cluster to a spot that was in it
    if (focused && !drawn.has(toSpotKey(focused.spot))) {
      const next = spots.find((spot) => isInside(spot, focused.spot.box))
      if (next) focus(next)
    }
  }

  /** The map repeats around the Earth. Draws a dot in the part that is in view. */
  const aroundWorld = (lon: number) => lon + 360 * Math.round((map.getCenter().lng - lon) / 360)

  const focus = (spot: Spot) => drawn.get(toSpotKey(spot))?.marker.getElement()?.focus()

  function mark(id: string | undefined): void {
    marked = id
    const held = id === undefined ? undefined : holding(id)
    for (const one of drawn.values()) {
      one.marker.getElement()?.classList.toggle('on', one === held)
      one.marker.setZIndexOffset(one === held ? 1000 : 0)
    }
  }

  return { draw, focus, mark }
}

/** The key of a spot. It changes when the spot looks different. */
const toSpotKey = ({ cell, count, points }: Spot) =>
  `${cell} ${count} ${points.map(({ id }) => id).join(' ')}`

const isInside = ({ lat, lon }: Spot, [west, south, east, north]: Spot['box']) =>
  lat >= south && lat <= north && lon >= west && lon <= east

/** What happens to a spot. */
interface SpotHandlers {
  onOpen(spot: Spot): void
  onEnter(spot: Spot): void
  onLeave(): void
}

/** A dot, with the number of organizations if there are several: a button for keyboards too. */
function createMarker(spot: Spot, handlers: SpotHandlers): Marker {
  const { lat, lon, count } = spot
  const size = getDiameter(spot)
  const icon = divIcon({
    className: count > 1 ? 'cluster' : 'dot',
    html: toLabel(spot),
    iconSize: [size, size],
  })
  const made = marker([lat, lon], { icon, riseOnHover: true })
  made.on('add', () => {
    const element = made.getElement()!
    element.setAttribute('aria-label', describeSpot(spot))
    element.addEventListener('focus', () => handlers.onEnter(spot))
    element.addEventListener('blur', () => handlers.onLeave())
  })
  made
    .on('click', () => handlers.onOpen(spot))
    .on('keydown', ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
      originalEvent.preventDefault() // or the next element in focus would get the key
      handlers.onOpen(spot)
    })
    .on('mouseover', () => handlers.onEnter(spot))
    .on('mouseout', () => handlers.onLeave())
  return made
}
