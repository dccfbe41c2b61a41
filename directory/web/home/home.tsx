import { useLoaded } from '../../../web/src/kit/action.js'
import { formatCount, formatCounted } from '../../../web/src/kit/format.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { baseUrl, getGivenPages } from '../../../web/src/kit/where.js'
import { toDisplayName } from '../../fields/display.js'
import { stateName } from '../../places/us-states.js'
import { find, type ResultPage, readGivenPage } from '../calls.js'
import { useArrival } from '../navigation/arrival.js'
import type { FacetName } from '../navigation/filters.js'
import { Link } from '../navigation/link.js'
import { toLandingUrl } from '../navigation/pages.js'
import { homeFacets, homeParameters, newSearch } from '../navigation/view.js'
import { LoadError } from '../results/load-error.js'
import { DataNote } from '../text/elements.js'
import { formatFacetValue, formatPlace } from '../text/names.js'
import { formatTaxCode } from '../text/organization.js'
import { StateMap } from './state-map.js'

/** What the directory is, above the search box. */
export function Welcome() {
  return (
    <header class="welcome">
      <h1>Find nonprofit organizations</h1>
      <p class="lead">
        A public directory: who they are, where they work, what they do, and how to reach them.
      </p>
    </header>
  )
}

/** The home page: example searches, states, causes, and where the data is from. */
export function Home() {
  const { data, error, reload } = useLoaded(
    (signal) => find(homeParameters, signal, homeFacets),
    '',
    readGivenPage(),
  )
  useArrival(data !== undefined)
  useTitle('')
  if (error !== undefined) return <LoadError error={error} retry={reload} />
  if (!data) return <About found={undefined} />
  return (
    <>
      <Examples found={data} />
      <Places found={data} />
      <FacetLinks title="By cause" facet="cause" found={data} />
      <About found={data} />
    </>
  )
}

function Examples({ found }: { found: ResultPage }) {
  return (
    <ul class="chips examples" aria-label="Examples">
      {listExamples(found).map((text) => (
        <li key={text}>
          <Link class="chip" to={{ ...newSearch, q: text }}>
            <bdi>{text}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The states on a map and as a list, with other regions. */
function Places({ found }: { found: ResultPage }) {
  const counts = (found.facets?.region ?? []).map(
    ({ value, count: found }) => [String(value), found] as const,
  )
  const states = new Map(counts.filter(([code]) => stateName(code) !== undefined))
  return (
    <div class={states.size > 0 ? 'places' : undefined}>
      {states.size > 0 && <StateMap counts={states} />}
      <FacetLinks title="By state or region" facet="region" found={found} />
    </div>
  )
}

interface ValuesProps {
  title: string
  facet: 'region' | 'cause'
  found: ResultPage
}

/** Links for the values of a facet: to pages of states, to searches for others. */
function FacetLinks({ title, facet, found }: ValuesProps) {
  const values = listKnownValues(found, facet)
  if (values.length === 0) return null
  return (
    <section aria-labelledby={facet}>
      <h2 id={facet}>{title}</h2>
      <ul class="counts">
        {values.map(({ value, count: found }) => {
          const text = String(value)
          const state = facet === 'region' ? stateName(text) : undefined
          return (
            <li key={text}>
              {state === undefined ? (
                <Link to={{ ...newSearch, filters: { [facet]: [text] } }}>
                  {formatFacetValue(facet, text)}
                </Link>
              ) : (
                <a href={toLandingUrl(state)}>{state}</a>
              )}{' '}
              <small>{formatCount(found)}</small>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** How many there are, where the data is from, and the documentation. */
function About({ found }: { found: ResultPage | undefined }) {
  const docs = getGivenPages()?.docs
  const guides = `${baseUrl}${docs}/guides`
  return (
    <footer class="about">
      {found && (
        <p>
          <Link to={newSearch}>All {formatCounted(found.total, 'organization')}</Link>
        </p>
      )}
      {found && <DataNote about={found.about} />}
      {docs !== undefined && (
        <p>
          <a href={`${guides}/fields`}>About the data</a> ·{' '}
          <a href={`${baseUrl}${docs}`}>Use the API</a> ·{' '}
          <a href={`${guides}/loading`}>Run your own</a>
        </p>
      )}
    </footer>
  )
}

/** The most examples, and the most letters of one. */
const [most, longest] = [6, 48]

/** Example searches with causes, names, numbers and places of the loaded organizations. */
function listExamples(found: ResultPage): string[] {
  const [region, causes] = [listKnownValues(found, 'region'), listKnownValues(found, 'cause')]
  const [first, second = first] = region.map(({ value }) =>
    formatFacetValue('region', String(value)),
  )
  const [cause, otherCause = cause] = causes.map(({ value }) => String(value))
  const [largest, next = largest, third = next, fourth = third] = found.results
  const texts = [
    cause && first && `${cause} in ${first}`,
    largest && toDisplayName(largest.name),
    next && formatTaxCode(next),
    third?.activity && third.city && `${third.activity} near ${formatPlace(third)}`,
    fourth?.city && formatPlace(fourth),
    otherCause && second && `${otherCause} in ${second}`,
  ]
  const short = texts.flatMap((text) => (text && text.length <= longest ? text : []))
  return [...new Set(short)].slice(0, most)
}

/** The values of a facet without Unknown. */
function listKnownValues({ facets }: ResultPage, facet: FacetName) {
  const values = facets?.[facet] ?? []
  return values.filter(({ value }) => formatFacetValue(facet, String(value)) !== 'Unknown')
}
