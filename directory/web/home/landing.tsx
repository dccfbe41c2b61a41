import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { baseUrl, getAddress, getGivenAnswer, type WithAbout } from '../../../web/src/kit/where.js'
import { toSlug } from '../../fields/page-path.js'
import { stateName } from '../../places/us-states.js'
import { loadPage } from '../calls.js'
import { Link } from '../navigation/link.js'
import { toLandingUrl } from '../navigation/pages.js'
import { newSearch } from '../navigation/view.js'
import { Cards } from '../results/cards.js'
import { LoadError } from '../results/load-error.js'
import { DataNote } from '../text/elements.js'

type Counts = { value: string; count: number }[]

/** The answer of the search template `landing`. */
export interface LandingData {
  results: Organization[]
  total: number
  facets: { area: Counts; field: Counts }
  /** The newest organizations, if the gateway has made the page. `results` are the largest. */
  newest?: Organization[]
}

/** Reads the state and the field of work of a landing page. */
function readSubject(path: string, { results, facets }: LandingData) {
  const slug = path.split('/')[2]
  const code = results[0]?.region ?? ''
  const fields = [...facets.area, ...facets.field].map(({ value }) => value)
  const field = slug === undefined ? undefined : fields.find((one) => toSlug(one) === slug)
  return { code, region: stateName(code) ?? code, field }
}

/** `Hospitals in Rhode Island` */
export function toLandingTitle(path: string, data: LandingData): string {
  const { region, field = 'Nonprofit organizations' } = readSubject(path, data)
  return `${field} in ${region}`
}

/** The organizations of a state, or of a field of work there. */
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
  const { region, code, field } = readSubject(path, data)
  const { results, newest, total, facets } = data
  const isArea = facets.area.some(({ value }) => value === field)
  const asked = isArea
    ? { filters: { region: [code], activity: [field!] } }
    : { q: field ?? '', filters: { region: [code] } }
  return (
    <>
      <nav aria-label="Path">
        <a href={`${baseUrl}/`}>Directory</a>
        {field !== undefined && (
          <>
            {' › '}
            <a href={toLandingUrl(region)}>{region}</a>
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
      <Fields title="Areas" region={region} field={field} counts={facets.area} />
      <Fields title="Fields of work" region={region} field={field} counts={facets.field} />
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

interface FieldsProps {
  title: string
  region: string
  /** The field of work of this page. */
  field: string | undefined
  counts: Counts
}

/** Other pages about the state. */
function Fields({ title, region, field, counts }: FieldsProps) {
  const others = counts.filter(({ value }) => ![field, 'Unknown'].includes(value))
  const id = toSlug(title)
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="counts">
        {others.map(({ value, count: found }) => (
          <li key={value}>
            <a href={toLandingUrl(region, value)}>{value}</a> <small>{formatCount(found)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
