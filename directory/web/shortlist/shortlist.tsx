import { useState } from 'preact/hooks'
import { useLoaded } from '../../../web/src/kit/action.js'
import { Choice } from '../../../web/src/kit/choice.js'
import { formatCounted } from '../../../web/src/kit/format.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { CopyStatus, useCopy } from '../../../web/src/kit/requests.js'
import { toDisplayName } from '../../fields/display.js'
import { type FoundOrganization, find, type ResultPage, readGivenPage } from '../calls.js'
import { DownloadDialog } from '../download/download-dialog.js'
import { useArrival } from '../navigation/arrival.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { maxCompared, toFindParameters } from '../navigation/view.js'
import { Cards } from '../results/cards.js'
import { LoadError } from '../results/load-error.js'
import { ResultTable } from '../results/table.js'
import { DataNote } from '../text/elements.js'

/** The page of the shortlist, to compare, download and share its organizations. */
export function Shortlist() {
  const { view } = useNavigation()
  const ids = view.list
  const { data, error, isLoading, reload } = useLoaded(
    (signal) =>
      ids.length === 0 ? Promise.resolve(undefined) : find(toFindParameters(view), signal, []),
    ids.join(),
    readGivenPage(),
  )
  useArrival(!isLoading)
  useTitle('Shortlist')
  const results = sortByIds(data?.results ?? [], ids)
  return (
    <section class="shortlist" aria-label="Results" aria-busy={isLoading}>
      <ShortlistToolbar found={data} results={results} />
      {error !== undefined && <LoadError error={error} retry={reload} />}
      {data && error === undefined && <ShortlistResults found={{ ...data, results }} />}
      {!isLoading && results.length < ids.length && error === undefined && (
        <p class="hint">{formatCounted(ids.length - results.length, 'organization')} not found.</p>
      )}
      {ids.length === 0 && (
        <p class="empty">Results have “Add to shortlist”: what you add is shown here.</p>
      )}
      {data && <DataNote about={data.about} />}
    </section>
  )
}

/** Sorts organizations in the order of the ids. */
function sortByIds(
  found: readonly FoundOrganization[],
  ids: readonly string[],
): FoundOrganization[] {
  const byId = new Map(found.map((one) => [one.id, one]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function ShortlistToolbar({
  found,
  results,
}: {
  found: ResultPage | undefined
  results: FoundOrganization[]
}) {
  const { view, go } = useNavigation()
  const { copied, copy } = useCopy()
  const [isDownloading, setDownloading] = useState(false)
  const { list, shape } = view
  return (
    <>
      <p>
        <Link to={{ show: '' }}>← Back to the results</Link>
      </p>
      <div class="toolbar">
        <h1>Shortlist of {formatCounted(list.length, 'organization')}</h1>
        {results.length <= maxCompared && <CompareLink ids={results.map(({ id }) => id)} />}
        <Choice
          label="Shape"
          options={[
            ['cards', 'List'],
            ['table', 'Table'],
          ]}
          chosen={shape === 'table' ? 'table' : 'cards'}
          onChoose={(chosen) => go({ shape: chosen as 'cards' | 'table' })}
        />
        <button type="button" class="small" onClick={() => copy(location.href)}>
          Copy link
        </button>
        <CopyStatus copied={copied} />
        {found && results.length > 0 && (
          <button type="button" class="small" onClick={() => setDownloading(true)}>
            Download
          </button>
        )}
        {isDownloading && found && (
          <DownloadDialog
            parameters={{ ids: list }}
            search="Shortlist"
            total={found.total}
            about={found.about}
            onClose={() => setDownloading(false)}
          />
        )}
      </div>
      {results.length > maxCompared && <CompareChoice organizations={results} />}
    </>
  )
}

/** The comparison of organizations; of many, the page on which some are chosen. */
function CompareLink({ ids }: { ids: readonly string[] }) {
  const isWhole = ids.length <= maxCompared
  if (ids.length < 2) return null
  return (
    <Link class="primary" to={isWhole ? { compare: ids } : { show: 'list' }}>
      Compare {isWhole ? ids.length : '…'}
    </Link>
  )
}

/** Which of many organizations are compared: at first the first ones. */
function CompareChoice({ organizations }: { organizations: readonly FoundOrganization[] }) {
  const ids = organizations.map(({ id }) => id)
  const [chosen, setChosen] = useState(ids.slice(0, maxCompared))
  const compare = ids.filter((id) => chosen.includes(id))
  const toggle = (id: string) =>
    setChosen(compare.includes(id) ? compare.filter((one) => one !== id) : [...compare, id])
  return (
    <details class="columns-choice" open>
      <summary>Choose up to {maxCompared} to compare</summary>
      {organizations.map(({ id, name }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={compare.includes(id)}
            disabled={compare.length === maxCompared && !compare.includes(id)}
            onChange={() => toggle(id)}
          />
          <bdi>{toDisplayName(name)}</bdi>
        </label>
      ))}
      <p>
        <CompareLink ids={compare} />
      </p>
    </details>
  )
}

function ShortlistResults({ found }: { found: ResultPage }) {
  const { view } = useNavigation()
  return view.shape === 'table' ? (
    <ResultTable found={found} q="" />
  ) : (
    <Cards results={found.results} q="" />
  )
}

/** What is on the shortlist, at the bottom of all pages but its own, and what to do with it. */
export function ShortlistBar() {
  const { view } = useNavigation()
  const { list, show, compare } = view
  if (list.length === 0 || show === 'list' || compare.length > 0) return null
  return (
    <aside class="shortlist-bar no-print" aria-label="Shortlist">
      <Link to={{ show: 'list' }}>Shortlist ({list.length})</Link>
      <CompareLink ids={list} />
      <Link to={{ list: [] }}>Clear</Link>
    </aside>
  )
}
