import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { facetNames } from './view.js'
import { facetWords } from './words.js'

/** Nothing was found: what to leave out. */
export function Nothing() {
  const { view } = useNavigation()
  const chosen = facetNames.filter((name) => view.filters[name] !== undefined)
  return (
    <div class="empty">
      <h1>No organizations found</h1>
      <p>
        {view.q === '' ? 'No organization matches these filters.' : `Nothing matches “${view.q}”`}
        {view.q !== '' && (chosen.length > 0 || view.near !== '' ? ' with these filters.' : '.')}
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
              <Link to={{ radius: Math.min(500, view.radius * 4) }}>
                Search within {Math.min(500, view.radius * 4)} km
              </Link>
            </li>
            <li>
              <Link to={{ near: '', sort: 'relevance' }}>Search everywhere</Link>
            </li>
          </>
        )}
        {view.q !== '' && (
          <li>
            <Link to={{ q: '' }}>
              Show all organizations{chosen.length > 0 && ' of the filters'}
            </Link>
          </li>
        )}
      </ul>
    </div>
  )
}
