import type { Unit } from './distance.js'
import { Hints } from './hint-list.js'
import type { Hint } from './hints.js'
import { Link } from './link.js'
import { facetWords } from './names.js'
import { useNavigation } from './navigation.js'
import { anew } from './view.js'
import { filterWords, placedIn } from './words.js'

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
