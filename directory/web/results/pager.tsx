import { formatCount } from '../../../web/src/kit/format.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'

/** Links to the first and last page and those around this one, and a form for other pages. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav class="pager" aria-label="Pages of results">
      {page > 1 && <Link to={{ page: page - 1 }}>Previous</Link>}
      {listPageNumbers(page, pages).map((number) => (
        <Link
          key={number}
          to={{ page: number }}
          current={number === page}
          label={`Page ${formatCount(number)}`}
        >
          {formatCount(number)}
        </Link>
      ))}
      {page < pages && <Link to={{ page: page + 1 }}>Next</Link>}
      {pages > 5 && <Jump pages={pages} />}
    </nav>
  )
}

function Jump({ pages }: { pages: number }) {
  const { go } = useNavigation()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('page')
        go({ page: Number(typed) || 1 })
      }}
    >
      <input
        name="page"
        type="number"
        min="1"
        required
        aria-label={`Page, 1 to ${formatCount(pages)}`}
        placeholder="Page"
      />
      <button type="submit" class="small">
        Go
      </button>
    </form>
  )
}

function listPageNumbers(page: number, pages: number): number[] {
  const around = [1, page - 1, page, page + 1, pages]
  return [...new Set(around)].filter((number) => number >= 1 && number <= pages)
}
