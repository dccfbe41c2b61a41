import { useId, useState } from 'preact/hooks'
import type { Understood } from '../../../packages/client/src/answer.js'
import { formatEnd, parseRange, toRange, withValues } from '../navigation/filters.js'
import { useNavigation } from '../navigation/navigation.js'
import { formatDistance, getDefaultRadius, listRadiuses, type Unit } from '../text/distance.js'
import { removePlace, resolvePlace } from './interpretation.js'

interface NearProps {
  understood: Understood | undefined
  unit: Unit
}

/** The form for a place to search around. It replaces a place in the text. */
export function NearForm({ understood, unit }: NearProps) {
  const { view, go } = useNavigation()
  const id = useId()
  const place = resolvePlace(view, understood)
  const [near, setNear] = useState(place.near)
  const [radius, setRadius] = useState(
    String(place.near === '' ? getDefaultRadius(unit) : place.radius),
  )
  return (
    <form
      class="near"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        const sort = near === '' ? 'relevance' : 'distance'
        const place = { near: near.trim(), radius: Number(radius), sort } as const
        go({ ...removePlace(understood), ...place })
      }}
    >
      <h2 id={id}>Near</h2>
      <div>
        <input
          aria-label="City, ZIP code, or latitude,longitude"
          placeholder="City or ZIP code"
          value={near}
          onInput={(event) => setNear(event.currentTarget.value)}
        />
        <select
          aria-label="Distance"
          value={radius}
          onChange={(event) => setRadius(event.currentTarget.value)}
        >
          {[...new Set([...listRadiuses(unit), Number(radius)])].map((km) => (
            <option key={km} value={km}>
              {formatDistance(km, unit)}
            </option>
          ))}
        </select>
        <button type="submit" class="small">
          Go
        </button>
      </div>
    </form>
  )
}

interface RangeProps {
  name: 'revenue' | 'founded'
  title: string
  bounds?: readonly [least: number, greatest: number]
}

/** The form for a range. An end that is left empty is open. */
export function RangeForm({ name, title, bounds: [min, max] = [-1e12, 1e12] }: RangeProps) {
  const { view, go } = useNavigation()
  const [chosen = ''] = view.filters[name] ?? []
  const [from = '', to = ''] = parseRange(chosen)?.map(formatEnd) ?? []
  return (
    <form
      class="range"
      key={chosen}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const range = toRange(String(typed.get('from')), String(typed.get('to')))
        go({ filters: withValues(view.filters, name, range === '' ? [] : [range]) })
      }}
    >
      {(['from', 'to'] as const).map((end) => (
        <input
          key={end}
          name={end}
          type="number"
          aria-label={`${title}, ${end}`}
          placeholder={end === 'from' ? 'From' : 'To'}
          min={min}
          max={max}
          defaultValue={end === 'from' ? from : to}
        />
      ))}
      <button type="submit" class="small">
        Go
      </button>
    </form>
  )
}

/** The form for an NTEE code or its beginning. */
export function CodeForm() {
  const { view, go } = useNavigation()
  const { activity_code } = view
  return (
    <form
      class="range"
      key={activity_code}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = String(new FormData(event.currentTarget).get('code'))
        go({ activity_code: typed.trim().toUpperCase() })
      }}
    >
      <input
        name="code"
        aria-label="NTEE code, or its beginning"
        placeholder="NTEE code, such as K31"
        maxLength={20}
        defaultValue={activity_code}
      />
      <button type="submit" class="small">
        Go
      </button>
    </form>
  )
}
