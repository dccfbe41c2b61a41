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

/** The home page: example searches, counts, and links. */
export function Home() {
  const { data, error, reload } = useLoaded(
    (signal) => find(homeParameters, signal, homeFacets),
    '',
    readGivenPage(),
  )
  useArrival(data !== undefined)
  useTitle('')
  if (error !== undefined) return <LoadError error={error} retry={reload} />
  return (
    <>
      {data && <Examples found={data} />}
      {data && <Contents found={data} />}
      <MoreLinks />
      {data && <FacetLinks title="By state or region" facet="region" found={data} />}
      {data && <FacetLinks title="By field of work" facet="activity" found={data} />}
    </>
  )
}

function Examples({ found }: { found: ResultPage }) {
  return (
    <section aria-labelledby="examples">
      <h2 id="examples">For example</h2>
      <ul class="chips">
        {listExamples(found).map((text) => (
          <li key={text}>
            <Link class="chip" to={{ ...newSearch, q: text }}>
              <bdi>{text}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Regions that the facet counts at most (config/search-templates/find.yml). */
const maxRegions = 60

function Contents({ found }: { found: ResultPage }) {
  const [region, activity] = [listKnownValues(found, 'region'), listKnownValues(found, 'activity')]
  const more = (found.facets?.region ?? []).length < maxRegions ? '' : 'more than '
  return (
    <section aria-labelledby="contents">
      <h2 id="contents">Contents</h2>
      <p>
        <Link to={newSearch}>{formatCounted(found.total, 'organization')}</Link> of {more}
        {formatCounted(region.length, 'region')} in {formatCounted(activity.length, 'area')} of
        work.
      </p>
      <DataNote about={found.about} />
    </section>
  )
}

interface ValuesProps {
  title: string
  facet: 'region' | 'activity'
  found: ResultPage
}

/** Links for the values of a facet: to pages of states, to searches for others. */
function FacetLinks({ title, facet, found: { facets } }: ValuesProps) {
  const values = facets?.[facet] ?? []
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

/** Links to the documentation. */
function MoreLinks() {
  const docs = getGivenPages()?.docs
  if (docs === undefined) return null
  const guides = `${baseUrl}${docs}/guides`
  return (
    <section aria-labelledby="on">
      <h2 id="on">More</h2>
      <ul>
        <li>
          <a href={`${baseUrl}${docs}`}>Use the API</a>: every search of these pages is a call.
        </li>
        <li>
          <a href={`${guides}/loading`}>Run your own</a>: with the organizations of any register.
        </li>
        <li>
          <a href={`${guides}/fields`}>About the data</a>: what is known of an organization, and
          from where.
        </li>
      </ul>
    </section>
  )
}

/** The most examples, and the most letters of one. */
const [most, longest] = [6, 48]

/** Example searches with fields of work, names, numbers and places of the loaded organizations. */
function listExamples(found: ResultPage): string[] {
  const [region, activity] = [listKnownValues(found, 'region'), listKnownValues(found, 'activity')]
  const [first, second = first] = region.map(({ value }) =>
    formatFacetValue('region', String(value)),
  )
  const [area, otherArea = area] = activity.map(({ value }) => String(value))
  const [largest, next = largest, third = next, fourth = third] = found.results
  const texts = [
    area && first && `${area} in ${first}`,
    largest && toDisplayName(largest.name),
    next && formatTaxCode(next),
    third?.activity && third.city && `${third.activity} near ${formatPlace(third)}`,
    fourth?.city && formatPlace(fourth),
    otherArea && second && `${otherArea} in ${second}`,
  ]
  const short = texts.flatMap((text) => (text && text.length <= longest ? text : []))
  return [...new Set(short)].slice(0, most)
}

/** The values of a facet without Unknown. */
function listKnownValues({ facets }: ResultPage, facet: FacetName) {
  const values = facets?.[facet] ?? []
  return values.filter(({ value }) => formatFacetValue(facet, String(value)) !== 'Unknown')
}
