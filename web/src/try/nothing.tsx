import { count } from '../kit/format.js'
import { type Body, isObject, listOf, startingAt, windowOf } from './query.js'

interface NothingProps {
  total: number
  body: Body
  onSearch(body: Body): void
}

/** No hits: why, and what to try. */
export function Nothing({ total, body, onSearch }: NothingProps) {
  const { from, size } = windowOf(body)
  if (size === 0) return null
  if (total > 0) {
    const last = Math.floor((total - 1) / size) * size
    return (
      <div class="empty">
        <p>
          The body begins at hit {count(from + 1)}, but there are {count(total)}.
        </p>
        <button type="button" onClick={() => onSearch(startingAt(body, last))}>
          Go to the last page
        </button>
      </div>
    )
  }
  const filters = filtersOf(body)
  return (
    <div class="empty">
      <p>No organization matches this query.</p>
      <ul>
        {filters.map((filter, i) => (
          <li key={i}>
            <button
              type="button"
              class="link"
              onClick={() => onSearch(withoutFilter(body, filter))}
            >
              Search without <code>{JSON.stringify(filter)}</code>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const boolOf = ({ query }: Body) => (isObject(query) && isObject(query.bool) ? query.bool : {})

function filtersOf(body: Body): unknown[] {
  const { filter } = boolOf(body)
  return filter === undefined ? [] : listOf(filter)
}

function withoutFilter(body: Body, filter: unknown): Body {
  const { filter: _, ...others } = boolOf(body)
  const rest = filtersOf(body).filter((other) => other !== filter)
  const bool = rest.length > 0 ? { ...others, filter: rest } : others
  const query = Object.keys(bool).length > 0 ? { bool } : { match_all: {} }
  return { ...body, query }
}
