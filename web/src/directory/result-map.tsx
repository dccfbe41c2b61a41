import { useMemo } from 'preact/hooks'
import { PlaceMap } from '../map/place-map.js'
import type { Found } from './calls.js'
import type { Unit } from './distance.js'
import { useNavigation } from './navigation.js'
import { pointsOf } from './places.js'
import { placeAsked } from './understanding.js'
import { onMap } from './words.js'

interface ResultMapProps {
  found: Found
  unit: Unit
  marked: string | undefined
  onMark(id: string | undefined): void
}

/** The organizations of a page on a map, and how many are not on it. */
export function ResultMap({ found, unit, marked, onMark }: ResultMapProps) {
  const { view, open } = useNavigation()
  const { results, total, place } = found
  const points = useMemo(
    () => results.flatMap((organization) => pointsOf(organization, unit)),
    [found],
  )
  return (
    <div class="result-map">
      <PlaceMap
        label="Map of the results"
        points={points}
        near={place && { ...place, km: placeAsked(view, found.about.understood).radius }}
        marked={marked}
        onMark={onMark}
        onSelect={(id) => open(points.find((point) => point.id === id)!.href)}
      />
      <p class="hint">{onMap(points.length, results.length, total)}</p>
    </div>
  )
}
