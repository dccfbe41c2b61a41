import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { baseUrl, getAddress, getGivenAnswer, type WithAbout } from '../../../web/src/kit/where.js'
import { toDisplayName } from '../../fields/display.js'
import { toSlug } from '../../fields/page-path.js'
import { stateName } from '../../places/us-states.js'
import { loadPage } from '../calls.js'
import { Link } from '../navigation/link.js'
import { toLandingUrl, toPart } from '../navigation/pages.js'
import { newSearch } from '../navigation/view.js'
import { Cards } from '../results/cards.js'
import { LoadError } from '../results/load-error.js'
import { DataNote } from '../text/elements.js'

type Counts = { value: string; count: number }[]

/** The answer of the search template `landing`. */
export interface LandingData {
  results: Organization[]
  total: number
  facets: { cause: Counts; city: Counts; area: Counts; field: Counts }
  /** The newest organizations, if the gateway has made the page. `results` are the largest. */
  newest?: Organization[]
}

/** Reads the state, the city, and the cause or the field of work of a landing page. */
function readSubject(path: string, { results, facets }: LandingData) {
  const slugs = path.split('/').slice(2)
  const code = results[0]?.region ?? ''
  const find = (counts: Counts) =>
    slugs.length > 0 ? counts.find(({ value }) => slugs.includes(toSlug(value)))?.value : undefined
  const cause = find(facets.cause)
  const area = cause === undefined ? find(facets.area) : undefined
  const field = cause ?? area ?? find(facets.field)
  const isInCity = slugs.length > (field === undefined ? 0 : 1)
  const city = isInCity ? toDisplayName(results[0]?.city ?? '') : undefined
  return { code, region: stateName(code) ?? code, city, cause, area, field }
}

/** `Hospitals in Rhode Island` */
export function toLandingTitle(path: string, data: LandingData): string {
  const { region, city, field = 'Nonprofit organizations' } = readSubject(path, data)
  return `${field} in ${city === undefined ? region : `${city}, ${region}`}`
}

/** The organizations of a state or a city, or of a cause or a field of work there. */
export function Landing() {
  const { path } = getAddress()
  const { data, error, reload } = useLoaded(
    (signal) => loadPage<LandingData>(`/${path}`, signal),
    path,
    getGivenAnswer<LandingData>(),
  )
  useTitle(data && toLandingTitle(path, data))
  if (error !== undefined) return <LoadError error={error} retry={reload} />
  return data ? <LandingContent path={path} data={data} /> : <p class="empty">Loading …</p>
}

function LandingContent({ path, data }: { path: string; data: WithAbout<LandingData> }) {
  const { region, code, city, cause, area, field } = readSubject(path, data)
  const { results, newest, total, facets } = data
  const isFilter = cause !== undefined || area !== undefined
  const words = isFilter ? undefined : field
  const asked = {
    q: city === undefined ? (words ?? '') : `${words ?? 'organizations'} in ${city}`,
    filters: {
      region: [code],
      ...(cause !== undefined && { cause: [cause] }),
      ...(area !== undefined && { activity: [area] }),
    },
  }
  const place = city === undefined ? [region] : [region, city]
  const others = (counts: Counts) =>
    counts.filter(({ value }) => ![field, 'Unknown'].includes(value))
  // the path is made once: a page has hundreds of links
  const [here, ofState, ofField] = [toLandingUrl(...place), toLandingUrl(region), toPart(field)]
  const toUrlHere = (value: string) => here + toPart(value)
  const toUrlIn = (one: string) => ofState + toPart(one) + ofField
  return (
    <>
      <nav aria-label="Path">
        <a href={`${baseUrl}/`}>Directory</a>
        {(field !== undefined || city !== undefined) && (
          <>
            {' › '}
            <a href={toLandingUrl(region)}>{region}</a>
          </>
        )}
        {field !== undefined && city !== undefined && (
          <>
            {' › '}
            <a href={toLandingUrl(region, city)}>{city}</a>
          </>
        )}
      </nav>
      <h1>{toLandingTitle(path, data)}</h1>
      <p class="lead">
        {formatCount(total)} {total === 1 ? 'organization' : 'organizations'}.{' '}
        <Link to={{ ...newSearch, ...asked }}>Search and filter them</Link>
      </p>
      <Organizations title="Largest" organizations={results} />
      {newest && <Organizations title="Newest" organizations={newest} />}
      <Others title="Causes" counts={others(facets.cause)} toUrl={toUrlHere} />
      {city === undefined && (
        <Others title="Cities" counts={facets.city} toUrl={toUrlIn} toText={toDisplayName} />
      )}
      <Others title="Areas" counts={others(facets.area)} toUrl={toUrlHere} />
      <Others title="Fields of work" counts={others(facets.field)} toUrl={toUrlHere} />
      <DataNote about={data.about} />
    </>
  )
}

function Organizations(props: { title: string; organizations: Organization[] }) {
  const { title, organizations } = props
  const id = toSlug(title)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Cards results={organizations} q="" />
    </section>
  )
}

interface OthersProps {
  title: string
  counts: Counts
  toUrl(value: string): string
  toText?(value: string): string
}

/** Other pages, with how many organizations each has. */
function Others({ title, counts, toUrl, toText = (value) => value }: OthersProps) {
  const id = toSlug(title)
  if (counts.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="counts">
        {counts.map(({ value, count: found }) => (
          <li key={value}>
            <a href={toUrl(value)}>{toText(value)}</a> <small>{formatCount(found)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
