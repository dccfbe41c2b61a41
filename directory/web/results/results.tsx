import { useEffect, useState } from 'preact/hooks'
import { useLoaded } from '../../../web/src/kit/action.js'
import { getUser } from '../../../web/src/kit/api.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { find, type ResultPage, readGivenPage } from '../calls.js'
import { useArrival } from '../navigation/arrival.js'
import { useNavigation } from '../navigation/navigation.js'
import { getLastPage, getMaxReach, toFindParameters, type View } from '../navigation/view.js'
import { ActiveFilters, Interpretation, ResolvedPlace } from '../search/active-filters.js'
import { Facets } from '../search/facets.js'
import { parseHints } from '../search/hints.js'
import { findOverridden, resolvePlace } from '../search/interpretation.js'
import { Hints, NoResults } from '../search/no-results.js'
import { chooseUnit, type Unit } from '../text/distance.js'
import { DataNote } from '../text/elements.js'
import { describeSearch } from '../text/search.js'
import { Cards } from './cards.js'
import { LoadError } from './load-error.js'
import { Pager } from './pager.js'
import { ResultMap } from './result-map.js'
import { ResultTable } from './table.js'
import { Toolbar } from './toolbar.js'

/** What the address asks for: counts to filter by, and a page of organizations. */
export function Results() {
  const { view, correct } = useNavigation()
  const parameters = toFindParameters(view)
  const { data, error, isLoading, reload } = useLoaded(
    (signal) => find(parameters, signal),
    JSON.stringify(parameters),
    readGivenPage(),
  )
  const understood = error === undefined ? data?.about.understood : undefined
  const overridden = isLoading ? undefined : findOverridden(view, understood)
  useEffect(() => {
    if (overridden) correct(overridden)
  }, [data])
  const isReady = !isLoading && !overridden
  const shown = overridden || error !== undefined ? undefined : data
  const unit = chooseUnit(resolvePlace(view, understood).near, data?.results[0]?.country)
  useArrival(isReady)
  useTitle(describeSearch(view, unit))
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
        {understood && <Interpretation understood={understood} />}
        <ActiveFilters unit={unit} />
        {shown && <ResolvedPlace found={shown} unit={unit} />}
        {error !== undefined && <LoadError error={error} retry={reload} />}
        {shown && <ResultList found={shown} view={view} unit={unit} />}
        {!shown && error === undefined && !isReady && <p class="empty">Searching …</p>}
      </section>
    </div>
  )
}

function ResultList({ found, view, unit }: { found: ResultPage; view: View; unit: Unit }) {
  const isWide = useWide()
  const [marked, onMark] = useState<string>()
  const { results, about } = found
  const hints = parseHints(about.hints ?? [], view, about.understood)
  if (found.total === 0) return <NoResults hints={hints} unit={unit} />
  const words = about.understood?.words ?? ''
  const isSignedIn = getUser() !== undefined
  const last = getLastPage(found, isSignedIn)
  const isOnMap = view.shape === 'map' || (view.shape === 'cards' && isWide)
  return (
    <>
      <Hints hints={hints} />
      <Toolbar found={found} view={view} unit={unit} />
      <div class={view.shape === 'cards' && isWide ? 'with-map' : undefined}>
        {view.shape === 'table' && <ResultTable found={found} q={words} unit={unit} />}
        {view.shape === 'cards' && (
          <Cards results={results} q={words} unit={unit} marked={marked} onMark={onMark} />
        )}
        {isOnMap && <ResultMap found={found} unit={unit} marked={marked} onMark={onMark} />}
      </div>
      <Pager page={found.page} pages={last} />
      {found.page === last && last < found.pages && (
        <p class="hint">
          Pages end here, at {formatCount(getMaxReach(isSignedIn))} organizations. Filters narrow
          the results{!isSignedIn && '; with a login pages reach further'}.
        </p>
      )}
      <DataNote about={found.about} />
    </>
  )
}

const wide = typeof matchMedia === 'undefined' ? undefined : matchMedia('(min-width: 70rem)')

/** Whether there is room for a map next to the list. */
function useWide(): boolean {
  const [isWide, setWide] = useState(wide?.matches ?? false)
  useEffect(() => {
    const follow = () => setWide(wide!.matches)
    wide!.addEventListener('change', follow)
    return () => wide!.removeEventListener('change', follow)
  }, [])
  return isWide
}
