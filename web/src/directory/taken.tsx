import type { FoundPlace } from '../../../packages/client/src/templates.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'

/** The place that was taken for the one that was asked for, and others that may be meant. */
export function Taken({ place }: { place: FoundPlace | undefined }) {
  const { view } = useNavigation()
  const { name, otherPlaces = [] } = place ?? {}
  if (name === undefined || letters(name) === letters(view.near)) return null
  return (
    <p class="hint">
      Around {name}
      {otherPlaces.length > 0 && '. Elsewhere: '}
      {otherPlaces.map((other, i) => (
        <span key={other}>
          {i > 0 && ' · '}
          <Link to={{ near: other }}>{other}</Link>
        </span>
      ))}
    </p>
  )
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
