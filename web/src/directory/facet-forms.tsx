import { useId, useState } from 'preact/hooks'
import type { Understood } from '../../../packages/client/src/answer.js'
import { distance, radiuses, type Unit, usualRadius } from './distance.js'
import { useNavigation } from './navigation.js'
import { placeAsked, withoutPlace } from './understanding.js'

interface NearProps {
  understood: Understood | undefined
  unit: Unit
}

/** A place to be near to, in place of the one that the text names. */
export function Near({ understood, unit }: NearProps) {
  const { view, go } = useNavigation()
  const id = useId()
  const asked = placeAsked(view, understood)
  const [near, setNear] = useState(asked.near)
  const [radius, setRadius] = useState(String(asked.near === '' ? usualRadius(unit) : asked.radius))
  return (
    <form
      class="near"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        const sort = near === '' ? 'relevance' : 'distance'
        const place = { near: near.trim(), radius: Number(radius), sort } as const
        go({ ...withoutPlace(understood), ...place })
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
          {[...new Set([...radiuses(unit), Number(radius)])].map((km) => (
            <option key={km} value={km}>
              {distance(km, unit)}
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

/** Filters by organizations that are not older. */
export function Since() {
  const { view, go } = useNavigation()
  return (
    <form
      class="since"
      onSubmit={(event) => {
        event.preventDefault()
        const year = new FormData(event.currentTarget).get('year')
        go({ filters: { ...view.filters, founded: `${year}-` } })
      }}
    >
      <input
        name="year"
        aria-label="Founded since"
        placeholder="Since year"
        inputMode="numeric"
        pattern="\d{4}"
        title="A year of four digits"
        required
      />
      <button type="submit" class="small">
        Go
      </button>
    </form>
  )
}
