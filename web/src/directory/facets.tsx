import { useId, useState } from 'preact/hooks'
import { count } from '../kit/format.js'
import type { Found } from './calls.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { type FacetName, facetNames, revenues } from './view.js'
import { facetTitles, facetWords } from './words.js'

/** Values shown before the rest is asked for. */
const fewValues = 6

/** The counts of what was found: a click filters by a value. */
export function Facets({ facets }: { facets: Found['facets'] }) {
  const { view } = useNavigation()
  // on a phone the results come first
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 52rem)').matches)
  const shown = facetNames.filter(
    (name) => view.filters[name] === undefined && (facets?.[name]?.length ?? 0) > 0,
  )
  return (
    <details class="facets" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filters</summary>
      <Near key={`${view.near} ${view.radius}`} />
      {shown.map((name) => (
        <Facet key={name} name={name} values={facets![name]!} />
      ))}
    </details>
  )
}

type Values = NonNullable<Found['facets']>[string]

function Facet({ name, values }: { name: FacetName; values: Values }) {
  const { view } = useNavigation()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const known = inOrder(name, values)
  const most = Math.max(...known.map(({ count: found }) => found))
  const shown = isWhole ? known : known.slice(0, fewValues)
  if (known.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{facetTitles[name]}</h2>
      <ul>
        {shown.map(({ value, count: found }) => (
          <li key={value}>
            <Link to={{ filters: { ...view.filters, [name]: String(value) } }}>
              <span>{facetWords(name, String(value))}</span> <small>{count(found)}</small>
            </Link>
            <meter aria-hidden="true" max={most} value={found} />
          </li>
        ))}
      </ul>
      {known.length > fewValues && (
        <button
          type="button"
          class="link"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Fewer' : `All ${known.length}`}
        </button>
      )}
    </section>
  )
}

/** The values that can be filtered by: the years latest first, ranges as declared. */
function inOrder(name: FacetName, values: Values): Values {
  const known = values.filter(({ count: found }) => found > 0)
  if (name === 'founded') return known.sort((one, other) => Number(other.value) - Number(one.value))
  return name === 'revenue'
    ? known.sort((one, other) => rankOf(one.value) - rankOf(other.value))
    : known
}

const rankOf = (revenue: unknown) => Object.keys(revenues).indexOf(String(revenue))

/** A place to be near to. */
function Near() {
  const { view, go } = useNavigation()
  const id = useId()
  const [near, setNear] = useState(view.near)
  const [radius, setRadius] = useState(String(view.radius))
  return (
    <form
      class="near"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        const sort = near === '' ? 'relevance' : 'distance'
        go({ near: near.trim(), radius: Number(radius) || 25, sort })
      }}
    >
      <h2 id={id}>Near</h2>
      <div>
        <input
          aria-label="ZIP code, or latitude,longitude"
          placeholder="ZIP code"
          value={near}
          onInput={(event) => setNear(event.currentTarget.value)}
        />
        <select
          aria-label="Distance"
          value={radius}
          onChange={(event) => setRadius(event.currentTarget.value)}
        >
          {[...new Set([5, 10, 25, 50, 100, view.radius])].map((km) => (
            <option key={km} value={km}>
              {km} km
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

/** The filters in force, each with a link that ends it. */
export function Chosen() {
  const { view } = useNavigation()
  const chosen = facetNames.filter((name) => view.filters[name] !== undefined)
  if (chosen.length === 0 && view.near === '') return null
  return (
    <ul class="chips" aria-label="Filters in force">
      {view.near !== '' && (
        <li>
          <Link class="chip accent" to={{ near: '', sort: 'relevance' }} label="Remove the place">
            within {view.radius} km of {view.near} ×
          </Link>
        </li>
      )}
      {chosen.map((name) => {
        const { [name]: value, ...filters } = view.filters
        const words = facetWords(name, value!)
        return (
          <li key={name}>
            <Link class="chip accent" to={{ filters }} label={`Remove ${words}`}>
              {words} ×
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
