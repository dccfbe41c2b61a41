import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../web/src/kit/action.js'
import { signedIn } from '../../web/src/kit/api.js'
import { Choice } from '../../web/src/kit/choice.js'
import { count } from '../../web/src/kit/format.js'
import { useTitle } from '../../web/src/kit/title.js'
import { useArrival } from './arrival.js'
import { type Found, find, givenPage } from './calls.js'
import { Cards } from './cards.js'
import { Chosen } from './chosen.js'
import { DataNote } from './data-note.js'
import { type Unit, unitOf } from './distance.js'
import { DownloadDialog } from './download-dialog.js'
import { Facets } from './facets.js'
import { Failed } from './failed.js'
import { Hints } from './hint-list.js'
import { hintsIn } from './hints.js'
import { useNavigation } from './navigation.js'
import { Nothing } from './nothing.js'
import { Pager } from './pager.js'
import { RequestDialog } from './request-dialog.js'
import { ResultMap } from './result-map.js'
import { ShortlistLink } from './shortlist.js'
import { ResultTable } from './table.js'
import { Taken } from './taken.js'
import { passedBy, placeAsked } from './understanding.js'
import { AsUnderstood } from './understood.js'
import {
  lastPageOf,
  parametersOf,
  type Shape,
  type Sort,
  shapeTitles,
  sortTitles,
  type View,
  windowOf,
} from './view.js'
import { useWide } from './wide.js'
import { titleOf } from './words.js'

/** What the address asks for: counts to filter by, and a page of organizations. */
export function Results() {
  const { view, correct } = useNavigation()
  const parameters = parametersOf(view)
  const { data, error, isLoading, reload } = useLoaded(
    (signal) => find(parameters, signal),
    JSON.stringify(parameters),
    givenPage(),
  )
  const understood = error === undefined ? data?.about.understood : undefined
  const passed = isLoading ? undefined : passedBy(view, understood)
  useEffect(() => {
    if (passed) correct(passed)
  }, [data])
  const isReady = !isLoading && !passed
  const shown = passed || error !== undefined ? undefined : data
  const unit = unitOf(placeAsked(view, understood).near, data?.results[0]?.country)
  useArrival(isReady)
  useTitle(titleOf(view, unit))
  return (
    <div class="browse">
      <a class="skip" href="#results">
        Skip to the results
      </a>
      {understood?.identifier === undefined && (
        <Facets found={error === undefined ? data : undefined} unit={unit} />
      )}
      <section
        id="results"
        tabIndex={-1}
        aria-label="Results"
        aria-busy={!isReady}
        class={isReady ? undefined : 'dim'}
      >
        {understood && <AsUnderstood understood={understood} />}
        <Chosen unit={unit} />
        {shown && <Taken found={shown} unit={unit} />}
        {error !== undefined && <Failed error={error} retry={reload} />}
        {shown && <Listed found={shown} view={view} unit={unit} />}
        {!shown && error === undefined && !isReady && <p class="empty">Searching …</p>}
      </section>
    </div>
  )
}

function Listed({ found, view, unit }: { found: Found; view: View; unit: Unit }) {
  const isWide = useWide()
  const [marked, onMark] = useState<string>()
  const { results, about } = found
  const hints = hintsIn(about.hints ?? [], view, about.understood)
  if (found.total === 0) return <Nothing hints={hints} unit={unit} />
  const words = about.understood?.words ?? ''
  const isSignedIn = signedIn() !== undefined
  const last = lastPageOf(found, isSignedIn)
  const isOnMap = view.shape === 'map' || (view.shape === 'cards' && isWide)
  return (
    <>
      <Hints hints={hints} />
      <Toolbar found={found} view={view} unit={unit} />
      <div class={view.shape === 'cards' && isWide ? 'with-map' : undefined}>
        {view.shape === 'table' && <ResultTable found={found} q={words} unit={unit} />}
        {view.shape === 'cards' && (
          <Cards results={results} q={words} unit={unit} marked={marked} onMark={onMark} canList />
        )}
        {isOnMap && <ResultMap found={found} unit={unit} marked={marked} onMark={onMark} />}
      </div>
      <Pager page={found.page} pages={last} />
      {found.page === last && last < found.pages && (
        <p class="hint">
          Pages end here, at {count(windowOf(isSignedIn))} of {count(found.total)} organizations.
          Filters narrow them{!isSignedIn && '; with a login pages reach further'}.
        </p>
      )}
      <DataNote about={found.about} />
    </>
  )
}

/** How many were found, their order, and what can be done with them. */
function Toolbar({ found, view, unit }: { found: Found; view: View; unit: Unit }) {
  const { go } = useNavigation()
  const [isAsked, setAsked] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  // without words none matches better
  const hasWords = (found.about.understood?.words ?? '') !== ''
  const titles = { ...sortTitles, ...(!hasWords && { relevance: 'Largest' }) }
  const sorts = Object.entries(titles).filter(([sort]) => sort !== 'distance' || found.place)
  return (
    <div class="toolbar">
      <h1 aria-live="polite">
        {count(found.total)} {found.total === 1 ? 'organization' : 'organizations'}
      </h1>
      <select
        aria-label="Order"
        value={view.sort}
        onChange={(event) => go({ sort: event.currentTarget.value as Sort })}
      >
        {sorts.map(([sort, title]) => (
          <option key={sort} value={sort}>
            {title}
          </option>
        ))}
      </select>
      <Choice
        label="Shape"
        options={Object.entries(shapeTitles) as [Shape, string][]}
        chosen={view.shape}
        onChoose={(shape) => go({ shape })}
      />
      <button type="button" class="small" onClick={() => setDownloading(true)}>
        Download
      </button>
      <button
        type="button"
        class="small"
        aria-label="Show as API request"
        onClick={() => setAsked(true)}
      >
        API request
      </button>
      <ShortlistLink />
      {isAsked && <RequestDialog parameters={parametersOf(view)} onClose={() => setAsked(false)} />}
      {isDownloading && (
        <DownloadDialog
          parameters={parametersOf(view)}
          search={titleOf(view, unit)}
          total={found.total}
          about={found.about}
          onClose={() => setDownloading(false)}
        />
      )}
    </div>
  )
}
