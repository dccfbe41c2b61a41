import type { Found } from './calls.js'
import { type Unit, usualRadius } from './distance.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { placeAsked, withoutPlace } from './understanding.js'
import { emptyView } from './view.js'

/** The place that was taken for the one that was asked for, and others that may be meant. */
export function Taken({ found: { place, about }, unit }: { found: Found; unit: Unit }) {
  const { view } = useNavigation()
  const { near, radius } = placeAsked(view, about.understood)
  const { name, otherPlaces = [] } = place ?? {}
  if (name === undefined || letters(name) === letters(near)) return null
  const change = {
    ...withoutPlace(about.understood),
    // one that nobody has chosen becomes a round number of the unit
    radius: radius === emptyView.radius ? usualRadius(unit) : radius,
  }
  return (
    <p class="hint">
      Around {name}
      {otherPlaces.length > 0 && '. Elsewhere: '}
      {otherPlaces.map((other, i) => (
        <span key={other}>
          {i > 0 && ' · '}
          <Link to={{ ...change, near: other }}>{other}</Link>
        </span>
      ))}
    </p>
  )
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
