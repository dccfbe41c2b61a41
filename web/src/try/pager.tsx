import { count } from '../kit/format.js'
import { type Body, startingAt, windowOf } from './query.js'

/** Hits that `from` and `size` can reach. */
const reach = 10_000

interface PagerProps {
  shown: number
  mostRows: number
  total: number
  body: Body
  onSearch(body: Body): void
}

/** The pages around this one, where `from` does the paging. */
export function Pager({ shown, mostRows, total, body, onSearch }: PagerProps) {
  const { from, size } = windowOf(body)
  if (shown === 0 || size === 0) return null
  const go = (to: number) => onSearch(startingAt(body, Math.max(0, to)))
  return (
    <nav class="pager" aria-label="Pages of results">
      <button type="button" class="small" disabled={from === 0} onClick={() => go(from - size)}>
        Previous
      </button>
      <p>
        {count(from + 1)} to {count(from + shown)} of {count(total)}
        {shown > mostRows && `; the table shows the first ${mostRows}`}
      </p>
      <button
        type="button"
        class="small"
        disabled={from + size >= Math.min(total, reach)}
        onClick={() => go(from + size)}
      >
        Next
      </button>
    </nav>
  )
}
