import type { ComponentChildren } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { count } from '../kit/format.js'
import { isBrowser } from '../kit/where.js'
import { facetWords } from '../kit/words.js'
import type { Found } from './calls.js'
import type { Unit } from './distance.js'
import { Near, Since } from './facet-forms.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { placeAsked } from './understanding.js'
import { type FacetName, facetNames, revenues, type View } from './view.js'
import { facetTitles, placedIn } from './words.js'

/** Values shown before the rest is asked for. */
const fewValues = 6

const isWide = () => isBrowser && matchMedia('(min-width: 52rem)').matches

/** The counts of what was found: a click filters by a value. */
export function Facets({ found, unit }: { found: Found | undefined; unit: Unit }) {
  const { view } = useNavigation()
  const understood = found?.about.understood
  const { near, radius } = placeAsked(view, understood)
  // on a phone the results come first, also after a filter was chosen
  const [isOpen, setOpen] = useState(isWide)
  useEffect(() => setOpen(isWide()), [view])
  const shown = facetNames.filter(
    (name) => view.filters[name] === undefined && (found?.facets?.[name]?.length ?? 0) > 0,
  )
  return (
    <details class="facets" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filters</summary>
      {(isOpen || !isBrowser) && (
        <>
          <Near key={`${near} ${radius} ${unit.name}`} understood={understood} unit={unit} />
          {shown.map((name) => (
            <Facet key={name} name={name} values={found!.facets![name]!} />
          ))}
        </>
      )}
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
      {name === 'founded' && <Since />}
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

/** The filters in force, each with a link that ends it. */
export function Chosen({ unit }: { unit: Unit }) {
  const { view } = useNavigation()
  const chosen = facetNames.filter((name) => view.filters[name] !== undefined)
  if (chosen.length === 0 && view.near === '' && view.box === '') return null
  return (
    <ul class="chips" aria-label="Filters in force">
      {view.near !== '' && <Ending change={{ near: '' }}>{placedIn(view, unit)}</Ending>}
      {view.box !== '' && <Ending change={{ box: '' }}>In this part of the map</Ending>}
      {chosen.map((name) => {
        const { [name]: value, ...filters } = view.filters
        return (
          <Ending key={name} change={{ filters }}>
            {facetWords(name, value!)}
          </Ending>
        )
      })}
    </ul>
  )
}

/** What is asked for, as a link that ends that. */
export function Ending({
  change,
  children,
}: {
  change: Partial<View>
  children: ComponentChildren
}) {
  return (
    <li>
      <Link class="chip accent" to={change}>
        <span class="away">Remove </span>
        {children} <span aria-hidden="true">×</span>
      </Link>
    </li>
  )
}
