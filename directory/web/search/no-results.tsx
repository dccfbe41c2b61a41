import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { anew } from '../navigation/view.js'
import type { Unit } from '../text/distance.js'
import { facetWords } from '../text/names.js'
import { filterWords, placedIn } from '../text/search.js'
import type { Hint } from './hints.js'

/** Nothing was found: why, and what to leave out. */
export function Nothing({ hints, unit }: { hints: readonly Hint[]; unit: Unit }) {
  const { view } = useNavigation()
  const { region = [], ...filters } = view.filters
  const regions = region.map((value) => facetWords('region', value)).join(' or ')
  const others = filterWords({ ...view, filters })
  return (
    <div class="empty">
      <h1>No organizations found</h1>
      <p>
        {[
          view.q === '' ? 'Nothing matches' : `Nothing matches “${view.q}”`,
          placedIn(view, unit),
          regions !== '' && `in ${regions}`,
          others.length > 0 && `with ${others.join(', ')}`,
        ]
          .filter(Boolean)
          .join(' ')}
        .
      </p>
      <Hints hints={hints} />
      <p>
        <Link to={anew}>Show all organizations</Link>
      </p>
    </div>
  )
}

/** Why nothing was found, or other than was asked for, and what to change. */
export function Hints({ hints }: { hints: readonly Hint[] }) {
  if (hints.length === 0) return null
  return (
    <ul class="hints">
      {hints.map(({ text, change }) => (
        <li key={text}>{change ? <Link to={change}>{text}</Link> : text}</li>
      ))}
    </ul>
  )
}
