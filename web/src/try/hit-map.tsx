import { useMemo, useState } from 'preact/hooks'
import { PlaceMap } from '../map/place-map.js'
import type { MapPoint } from '../map/points.js'
import { ofPoints } from '../map/source.js'
import type { Searched } from './calls.js'
import { type PageOf, pointsOf } from './points.js'
import { rowId } from './table.js'

interface HitMapProps {
  answer: Searched
  pageOf: PageOf | undefined
  isOpenFirst: boolean
  marked: string | undefined
  onMark(id: string | undefined): void
}

/** What of an answer has a place, on a map that leads to the rows. */
export function HitMap({ answer, pageOf, isOpenFirst, marked, onMark }: HitMapProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const points = useMemo(
    () => pointsOf(answer.hits, answer.data.aggregations ?? {}, pageOf),
    [answer, pageOf],
  )
  const source = useMemo(() => ofPoints(points), [points])
  function select({ id }: MapPoint): void {
    onMark(id)
    document.getElementById(rowId(id))?.scrollIntoView({ block: 'center' })
  }
  if (points.length === 0) return null
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Map</summary>
      {isOpen && (
        <PlaceMap
          label="Map of the results"
          source={source}
          of={points.map(({ id }) => id).join(' ')}
          marked={marked}
          onMark={onMark}
          onSelect={select}
        />
      )}
    </details>
  )
}
