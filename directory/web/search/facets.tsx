import { useEffect, useId, useState } from 'preact/hooks'
import { formatCount } from '../../../web/src/kit/format.js'
import { isBrowser } from '../../../web/src/kit/where.js'
import type { ResultPage } from '../calls.js'
import {
  type FacetName,
  facetNames,
  isChosen,
  revenues,
  toggleValue,
} from '../navigation/filters.js'
import { useNavigation } from '../navigation/navigation.js'
import { isWide } from '../navigation/screen.js'
import type { Unit } from '../text/distance.js'
import { formatFacetValue } from '../text/names.js'
import { facetTitles } from '../text/search.js'
import { CodeForm, NearForm, RangeForm } from './facet-forms.js'
import { resolvePlace } from './interpretation.js'

/** The filters next to the results: a place, and facets with counts. */
export function Facets({ found, unit }: { found: ResultPage | undefined; unit: Unit }) {
  const { view } = useNavigation()
  const understood = found?.about.understood
  const { near, radius } = resolvePlace(view, understood)
  // closed on a phone, where the results come first
  const [isOpen, setOpen] = useState(isWide)
  useEffect(() => setOpen(isWide()), [view.q, view.near, view.page])
  return (
    <details class="facets" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filters</summary>
      {(isOpen || !isBrowser) && (
        <>
          <NearForm key={`${near} ${radius} ${unit.name}`} understood={understood} unit={unit} />
          {facetNames.map((name) => (
            <Facet key={name} name={name} values={listValues(name, found)} />
          ))}
          <button type="button" class="to-results" onClick={() => setOpen(false)}>
            Show the results
          </button>
        </>
      )}
    </details>
  )
}

type Values = NonNullable<ResultPage['facets']>[string]

function listValues(name: FacetName, found: ResultPage | undefined): Values {
  const { [name]: values = [], founded_unknown = [] } = found?.facets ?? {}
  return name === 'founded' ? [...values, ...founded_unknown] : values
}

/** The number of values that are shown at first. */
const fewValues = 6

/** A facet: its values with counts, and a form for other values. */
function Facet({ name, values }: { name: FacetName; values: Values }) {
  const { view } = useNavigation()
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const known = sortValues(name, addChosenValues(values, view.filters[name] ?? []))
  if (known.length === 0) return null
  const most = Math.max(...known.map(({ count: found }) => found))
  const shown = known.filter(
    ({ value }, i) => isWhole || i < fewValues || isChosen(view.filters, name, String(value)),
  )
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{facetTitles[name]}</h2>
      <ul>
        {shown.map(({ value, count: found }) => (
          <li key={value}>
            <FacetValue name={name} value={String(value)} found={found} />
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
      {name === 'revenue' && <RangeForm name={name} title="Revenue" />}
      {name === 'founded' && <RangeForm name={name} title="Founded" bounds={[1000, 9999]} />}
      {name === 'activity' && <CodeForm />}
    </section>
  )
}

function FacetValue({ name, value, found }: { name: FacetName; value: string; found: number }) {
  const { view, stay } = useNavigation()
  const { filters } = view
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isChosen(filters, name, value)}
        onChange={() => stay({ filters: toggleValue(filters, name, value) })}
      />
      <span>{formatFacetValue(name, value)}</span> <small>{formatCount(found)}</small>
    </label>
  )
}

/** Adds the chosen values that have no count any more. */
function addChosenValues(values: Values, chosen: readonly string[]): Values {
  const known = values.filter(({ count: found }) => found > 0)
  const others = chosen.filter(
    (value) => !known.some((one) => String(one.value) === value) && !value.includes('..'),
  )
  return [...known, ...others.map((value) => ({ value, count: 0 }))]
}

/** Sorts years from the latest, ranges as declared, and unknown values last. */
function sortValues(name: FacetName, values: Values): Values {
  const rank = { revenue: rankRevenue, founded: rankYear }[name as string] ?? isUnknown
  return values.sort((one, other) => rank(one.value) - rank(other.value))
}

const ranges = [...Object.keys(revenues), 'unknown']
const rankRevenue = (revenue: unknown) => ranges.indexOf(String(revenue))
const rankYear = (year: unknown) => (year === 'unknown' ? 1 : -Number(year))
const isUnknown = (value: unknown) => Number(/^unknown$/i.test(String(value)))
