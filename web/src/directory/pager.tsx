import { count } from '../kit/format.js'
import { Link } from './link.js'

/** Links to the pages: the first, the last, and those around this one. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav class="pager" aria-label="Pages of results">
      {page > 1 && <Link to={{ page: page - 1 }}>Previous</Link>}
      {numbersOf(page, pages).map((number) => (
        <Link
          key={number}
          to={{ page: number }}
          current={number === page}
          label={`Page ${count(number)}`}
        >
          {count(number)}
        </Link>
      ))}
      {page < pages && <Link to={{ page: page + 1 }}>Next</Link>}
    </nav>
  )
}

function numbersOf(page: number, pages: number): number[] {
  const around = [1, page - 1, page, page + 1, pages]
  return [...new Set(around)].filter((number) => number >= 1 && number <= pages)
}
