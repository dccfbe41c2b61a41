import type { ComponentChildren } from 'preact'
import { toDisplayName } from '../../fields/display.js'
import type { FoundOrganization, ResultPage } from '../calls.js'
import { OrganizationLink } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { isNarrow } from '../navigation/screen.js'
import { type Sort, sortTitles } from '../navigation/view.js'
import type { Unit } from '../text/distance.js'
import { Amount, Highlight } from '../text/elements.js'
import { formatFacetValue, formatPlace } from '../text/names.js'
import { formatDistanceFrom, formatTaxCode } from '../text/organization.js'
import { ShortlistButton } from './cards.js'

interface CellContext {
  q: string
  /** Of distances. */
  unit?: Unit
}

interface Column {
  name: string
  title: string
  isNumber?: boolean
  /** The order by this column that most want first; another click reverses it where that exists. */
  sort?: Sort
  show(organization: FoundOrganization, context: CellContext): ComponentChildren
}

const columns: readonly Column[] = [
  {
    name: 'name',
    title: 'Name',
    sort: 'name',
    show: (organization, { q }) => (
      <OrganizationLink of={organization}>
        <Highlight text={toDisplayName(organization.name)} q={q} />
      </OrganizationLink>
    ),
  },
  { name: 'place', title: 'Place', show: (organization) => formatPlace(organization) },
  { name: 'street', title: 'Street', show: ({ street }) => street && toDisplayName(street) },
  {
    name: 'activity',
    title: 'Field of work',
    show: ({ activity }, { q }) => <Highlight text={activity ?? ''} q={q} />,
  },
  {
    name: 'legal_status',
    title: 'Legal form',
    show: ({ legal_status }) => formatFacetValue('legal_status', legal_status ?? ''),
  },
  {
    name: 'distance',
    title: 'Distance',
    isNumber: true,
    sort: 'distance',
    show: (organization, { unit }) => formatDistanceFrom(organization, unit),
  },
  {
    name: 'founded',
    title: 'Founded',
    isNumber: true,
    sort: '-founded',
    show: ({ founded_year }) => founded_year,
  },
  {
    name: 'revenue',
    title: 'Revenue',
    isNumber: true,
    sort: '-revenue',
    show: (organization) => <Amount of={organization} field="revenue" />,
  },
  {
    name: 'assets',
    title: 'Assets',
    isNumber: true,
    sort: '-assets',
    show: (organization) => <Amount of={organization} field="assets" />,
  },
  { name: 'number', title: 'Number', isNumber: true, show: formatTaxCode },
  {
    name: 'shortlist',
    title: 'Shortlist',
    show: (organization) => <ShortlistButton of={organization} />,
  },
]

/** Shown until others are chosen; distances where there is a place that they are from. */
const defaultColumns = [
  'name',
  'place',
  'activity',
  'distance',
  'founded',
  'revenue',
  'assets',
  'shortlist',
]

/**
 * Organizations as a table to compare; its columns can be chosen, and sorted by where the API can.
 */
export function ResultTable({ found, ...context }: CellContext & { found: ResultPage }) {
  const { view, go } = useNavigation()
  const { results, place } = found
  const known = columns.filter(({ name }) => name !== 'distance' || place)
  const names = view.columns === '' ? defaultColumns : ['name', ...view.columns.split(',')]
  const isShown = ({ name }: Column) => names.includes(name)
  const isSorted = ({ sort }: Column) =>
    sort !== undefined && [sort, reverse(sort)].includes(view.sort)
  // on a phone the column of the order is next to the name
  const rank = (one: Column) => (one.name === 'name' ? 0 : isNarrow() && isSorted(one) ? 1 : 2)
  const shown = known.filter(isShown).sort((one, other) => rank(one) - rank(other))
  const toggle = (column: Column) =>
    go({
      columns: columns
        .filter((one) => (one === column ? !isShown(one) : isShown(one)))
        .map(({ name }) => name)
        .join(','),
    })
  return (
    <>
      <details class="columns-choice">
        <summary>Columns</summary>
        {known.slice(1).map((column) => (
          <label key={column.name} class="check">
            <input type="checkbox" checked={isShown(column)} onChange={() => toggle(column)} />
            {column.title}
          </label>
        ))}
      </details>
      <section class="scroll results" tabIndex={0} aria-label="Table of results">
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <ColumnHead key={column.name} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {results.map((organization) => (
              <tr key={organization.id}>
                {shown.map(({ name, isNumber, show }) => (
                  <td key={name} class={isNumber ? 'number' : undefined}>
                    {show(organization, context)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function ColumnHead({ column: { title, isNumber, sort } }: { column: Column }) {
  const { view, go } = useNavigation()
  const other = sort && reverse(sort)
  const current = [sort, other].find((order) => order === view.sort)
  const isDown = current?.startsWith('-')
  return (
    <th
      scope="col"
      class={isNumber ? 'number' : undefined}
      aria-sort={current && (isDown ? 'descending' : 'ascending')}
    >
      {sort === undefined ? (
        title
      ) : (
        <button
          type="button"
          class="link"
          onClick={() => go({ sort: current === sort ? other! : sort })}
        >
          {title}
          {current && <span aria-hidden="true">{isDown ? ' ↓' : ' ↑'}</span>}
        </button>
      )}
    </th>
  )
}

function reverse(sort: Sort): Sort {
  const other = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
  return other in sortTitles ? (other as Sort) : sort
}
