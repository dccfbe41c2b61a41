import { type Map as LeafletMap, popup } from 'leaflet'
import { render } from 'preact'
import { formatCount } from '../../../web/src/kit/format.js'
import { follow } from '../../../web/src/kit/page.js'
import type { MapPoint } from './points.js'
import { describeSpot, type Spot } from './spots.js'

interface ListHandlers {
  onMark(id: string | undefined): void
  onSelect(point: MapPoint): void
  onAll?: ((spot: Spot) => void) | undefined
  /** After it is closed, with the focus in it or nowhere. */
  onClosed(): void
}

/** Lists what is at a spot, and moves the focus there; Escape and its button close it. */
export function listSpot(
  map: LeafletMap,
  spot: Spot,
  points: readonly MapPoint[],
  handlers: ListHandlers,
): void {
  const content = document.createElement('div')
  render(<PointList spot={spot} points={points} {...handlers} />, content)
  const maxWidth = Math.min(280, map.getSize().x - 80) // its margins and a gap
  const shown = popup({ offset: [0, -6], maxWidth, minWidth: 160, maxHeight: 240 })
  shown
    .setLatLng([spot.lat, spot.lon])
    .setContent(content)
    .on('remove', () => {
      const isLeft = [document.body, null].includes(document.activeElement as HTMLElement)
      if (isLeft || shown.getElement()?.contains(document.activeElement)) handlers.onClosed()
      render(null, content)
    })
    .openOn(map)
  shown.getElement()!.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') shown.close()
  })
  content.querySelector('a')?.focus()
}

interface PointListProps {
  spot: Spot
  /** The organizations to list. */
  points: readonly MapPoint[]
  onMark(id: string | undefined): void
  onSelect(point: MapPoint): void
  /** Shows all of them, if that is possible. */
  onAll?: ((spot: Spot) => void) | undefined
}

/** A list of the organizations at a place, with links. */
function PointList({ spot, points, onMark, onSelect, onAll }: PointListProps) {
  return (
    <>
      {spot.count > 1 && <h2>{describeSpot(spot)}</h2>}
      <ul>
        {points.map((point) => (
          <li key={point.id}>
            <a
              href={point.href}
              onFocus={() => onMark(point.id)}
              onBlur={() => onMark(undefined)}
              onClick={(event) => follow(event, () => onSelect(point))}
            >
              {point.label}
            </a>
            {point.note && <p>{point.note}</p>}
          </li>
        ))}
      </ul>
      {onAll && points.length < spot.count && (
        <button type="button" class="link" onClick={() => onAll(spot)}>
          All {formatCount(spot.count)} in the list
        </button>
      )}
    </>
  )
}
