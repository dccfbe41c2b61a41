import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Organization } from '../../../client/src/types.js'
import { Link } from './link.js'
import { Marked } from './marked.js'
import { useNavigation } from './navigation.js'
import type { Sort } from './view.js'
import { facetWords, money, placeOf, readable, taxCode } from './words.js'

interface Column {
  title: string
  isNumber?: boolean
  /** The order by this column that most want first; another click reverses it. */
  sort?: Sort
  show(organization: Organization, q: string): ComponentChildren
}

const columns: readonly Column[] = [
  {
    title: 'Name',
    sort: 'name',
    show: ({ id, name }, q) => (
      <Link to={{ id }}>
        <Marked text={readable(name)} q={q} />
      </Link>
    ),
  },
  { title: 'Place', show: (organization) => placeOf(organization) },
  { title: 'Field of work', show: ({ activity }, q) => <Marked text={activity ?? ''} q={q} /> },
  {
    title: 'Legal form',
    show: ({ legal_status }) => facetWords('legal_status', legal_status ?? ''),
  },
  { title: 'Founded', isNumber: true, sort: '-founded', show: ({ founded_year }) => founded_year },
  {
    title: 'Revenue',
    isNumber: true,
    sort: '-revenue',
    show: ({ revenue, country }) => money(revenue, country),
  },
  {
    title: 'Assets',
    isNumber: true,
    sort: '-assets',
    show: ({ assets, country }) => money(assets, country),
  },
  { title: 'Number', isNumber: true, show: taxCode },
]

/** Organizations as a table to compare; its columns can be chosen, and sorted by where the API can. */
export function ResultTable({ results, q }: { results: Organization[]; q: string }) {
  const [hidden, setHidden] = useState<readonly string[]>(['Legal form', 'Number'])
  const shown = columns.filter(({ title }) => !hidden.includes(title))
  const toggle = (title: string) =>
    setHidden(
      hidden.includes(title) ? hidden.filter((other) => other !== title) : [...hidden, title],
    )
  return (
    <>
      <details class="columns-choice">
        <summary>Columns</summary>
        {columns.slice(1).map(({ title }) => (
          <label key={title} class="check">
            <input
              type="checkbox"
              checked={!hidden.includes(title)}
              onChange={() => toggle(title)}
            />
            {title}
          </label>
        ))}
      </details>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section class="scroll results" tabIndex={0} aria-label="Table of results">
        <table>
          <thead>
            <tr>
              {shown.map((column) => (
                <Head key={column.title} column={column} />
              ))}
            </tr>
          </thead>
          <tbody>
            {results.map((organization) => (
              <tr key={organization.id}>
                {shown.map(({ title, isNumber, show }) => (
                  <td key={title} class={isNumber ? 'number' : undefined}>
                    {show(organization, q)}
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

function Head({ column: { title, isNumber, sort } }: { column: Column }) {
  const { view, go } = useNavigation()
  const other = sort && reversed(sort)
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

const reversed = (sort: Sort) => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as Sort
