import { divIcon, type LeafletKeyboardEvent, type Marker, marker } from 'leaflet'
import { labelOf, type Spot, sizeOf, titleOf } from './spots.js'

/** What happens to a spot. */
export interface SpotHandlers {
  onOpen(spot: Spot): void
  onEnter(spot: Spot): void
  onLeave(): void
}

/** A dot, with the number of organizations if there are several: a button for keyboards too. */
export function spotMarker(spot: Spot, handlers: SpotHandlers): Marker {
  const { lat, lon, count } = spot
  const size = sizeOf(spot)
  const icon = divIcon({
    className: count > 1 ? 'cluster' : 'dot',
    html: labelOf(spot),
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
