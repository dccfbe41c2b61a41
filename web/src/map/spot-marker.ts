import { divIcon, type LeafletKeyboardEvent, type Marker, marker } from 'leaflet'
import { type Spot, sizeOf, titleOf } from './clusters.js'

/** What happens to a spot. */
export interface SpotHandlers {
  onOpen(spot: Spot): void
  onEnter(spot: Spot): void
  onLeave(): void
}

/** A dot, or the number of organizations of a cluster: a button for keyboards too. */
export function spotMarker(spot: Spot, handlers: SpotHandlers): Marker {
  const { lat, lon, points } = spot
  const many = points.length > 1
  const size = sizeOf(spot)
  const icon = divIcon({
    className: many ? 'cluster' : 'dot',
    html: many ? String(points.length) : '',
    iconSize: [size, size],
  })
  const made = marker([lat, lon], { icon, riseOnHover: true })
  made.on('add', () => {
    const element = made.getElement()!
    element.setAttribute('aria-label', titleOf(spot))
    element.addEventListener('focus', () => handlers.onEnter(spot))
    element.addEventListener('blur', () => handlers.onLeave())
  })
  made
    .on('click', () => handlers.onOpen(spot))
    .on('keydown', ({ originalEvent }: LeafletKeyboardEvent) => {
      if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return
      originalEvent.preventDefault() // what has the focus next would get the rest of the stroke
      handlers.onOpen(spot)
    })
    .on('mouseover', () => handlers.onEnter(spot))
    .on('mouseout', () => handlers.onLeave())
  return made
}
