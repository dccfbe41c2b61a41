import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { toSlug } from '../../fields/page-path.js'
import { findGroup, findNamesakes, findSimilar } from '../calls.js'
import { Link } from '../navigation/link.js'
import { newSearch } from '../navigation/view.js'
import { Cards } from '../results/cards.js'

/** Others that a reader of an organization's page may mean or want. */
export function Related({ organization: known }: { organization: Organization }) {
  const { group } = known
  return (
    <>
      <Others of={known} title="Of the same name" find={findNamesakes} />
      <Others
        of={known}
        title="Of the same group"
        find={findGroup}
        all={group === undefined ? undefined : { group }}
      />
      <Others of={known} title="Similar organizations" find={findSimilar} />
    </>
  )
}

interface OthersProps {
  of: Organization
  title: string
  find: typeof findSimilar
  /** The search that has all of them. */
  all?: { group: string } | undefined
}

function Others({ of, title, find, all }: OthersProps) {
  const { data } = useLoaded(async (signal) => find(of, signal), of.id)
  if (!data || data.some.length === 0) return null
  const id = toSlug(title)
  return (
    <section class="no-print others" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Cards results={data.some} q="" />
      {all && data.total > data.some.length + 1 && (
        <p>
          <Link to={{ ...newSearch, ...all }}>All {formatCount(data.total)}</Link>
        </p>
      )}
    </section>
  )
}
