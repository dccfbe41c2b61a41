import { follow } from '../../../web/src/kit/follow.js'
import { count } from '../../../web/src/kit/format.js'
import type { MapPoint } from './points.js'
import { type Spot, titleOf } from './spots.js'

interface PointListProps {
  spot: Spot
  /** Those of its organizations that are listed. */
  points: readonly MapPoint[]
  onMark(id: string | undefined): void
  onSelect(point: MapPoint): void
  /** Asks for all of them, where that is possible. */
  onAll?: ((spot: Spot) => void) | undefined
}

/** What is at a place: each leads to its page. */
export function PointList({ spot, points, onMark, onSelect, onAll }: PointListProps) {
  return (
    <>
      {spot.count > 1 && <h2>{titleOf(spot)}</h2>}
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
          All {count(spot.count)} in the list
        </button>
      )}
    </>
  )
}
