import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { newSearch } from '../navigation/view.js'
import type { Unit } from '../text/distance.js'
import { formatFacetValue } from '../text/names.js'
import { describeFilters, describePlace } from '../text/search.js'
import type { Hint } from './hints.js'

/** Says that nothing was found, and what to change. */
export function NoResults({ hints, unit }: { hints: readonly Hint[]; unit: Unit }) {
  const { view } = useNavigation()
  const { region = [], ...filters } = view.filters
  const regions = region.map((value) => formatFacetValue('region', value)).join(' or ')
  const others = describeFilters({ ...view, filters })
  return (
    <div class="empty">
      <h1>No organizations found</h1>
      <p>
        {[
          view.q === '' ? 'Nothing matches' : `Nothing matches “${view.q}”`,
          describePlace(view, unit),
          regions !== '' && `in ${regions}`,
          others.length > 0 && `with ${others.join(', ')}`,
        ]
          .filter(Boolean)
          .join(' ')}
        .
      </p>
      <Hints hints={hints} />
      {!hints.some(({ text }) => text.startsWith('Show all')) && (
        <p>
          <Link to={newSearch}>Show all organizations</Link>
        </p>
      )}
    </div>
  )
}

/** Hints of the API about the search, and what to change. */
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
