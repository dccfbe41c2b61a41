import { facetWords } from '../kit/words.js'
import { distance } from './distance.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { facetNames, widest } from './view.js'
import { placedIn } from './words.js'

/** Nothing was found: what to leave out. */
export function Nothing() {
  const { view } = useNavigation()
  const chosen = facetNames.filter((name) => view.filters[name] !== undefined)
  const wider = Math.min(widest, view.radius * 4)
  const others = chosen.filter((name) => name !== 'region')
  return (
    <div class="empty">
      <h1>No organizations found</h1>
      <p>
        {[
          view.q === '' ? 'Nothing matches' : `Nothing matches “${view.q}”`,
          placedIn(view),
          view.filters.region && `in ${facetWords('region', view.filters.region)}`,
          others.length > 0 &&
            `with ${others.map((name) => facetWords(name, view.filters[name]!)).join(', ')}`,
        ]
          .filter(Boolean)
          .join(' ')}
        .
      </p>
      <ul>
        {chosen.map((name) => {
          const { [name]: value, ...filters } = view.filters
          return (
            <li key={name}>
              <Link to={{ filters }}>
                {name === 'region'
                  ? 'Search all states and regions'
                  : `Search without “${facetWords(name, value!)}”`}
              </Link>
            </li>
          )
        })}
        {view.near !== '' && (
          <>
            <li>
              <Link to={{ radius: wider }}>Search within {distance(wider)}</Link>
            </li>
            <li>
              <Link to={{ near: '', sort: 'relevance' }}>Search everywhere</Link>
            </li>
          </>
        )}
        {view.q !== '' && (
          <li>
            <Link to={{ q: '' }}>
              Show all organizations{(chosen.length > 0 || view.near !== '') && ' of the filters'}
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
