import { useMemo } from 'preact/hooks'
import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { useArrival } from '../kit/arrival.js'
import { useTitle } from '../kit/title.js'
import { readable } from '../kit/words.js'
import { PlaceMap } from '../map/place-map.js'
import { ofPoints } from '../map/source.js'
import { organization, similar } from './calls.js'
import { Cards } from './cards.js'
import { unitOf, usualRadius } from './distance.js'
import { Failed } from './failed.js'
import { Link } from './link.js'
import { useNavigation } from './navigation.js'
import { pointsOf } from './places.js'
import { addressOf, emptyView, type View } from './view.js'
import { addressLine, factsOf, linksOf, taxCode, websiteOf } from './words.js'

/** One organization: all that is known, pages of others about it, and similar ones. */
export function Detail({ id }: { id: string }) {
  const { view } = useNavigation()
  const { data, error, isLoading, reload } = useLoaded((signal) => organization(id, signal), id)
  useArrival(!isLoading)
  useTitle(data && readable(data.name))
  const hasResults = addressOf({ ...view, id: '' }) !== addressOf(emptyView)
  return (
    <>
      <p>
        <Link to={{ id: '' }}>← {hasResults ? 'Back to the results' : 'All organizations'}</Link>
      </p>
      {error !== undefined && <Failed error={error} retry={reload} />}
      {data && error === undefined && <Known organization={data} />}
      {data && error === undefined && <Similar organization={data} />}
    </>
  )
}

function Known({ organization: known }: { organization: Organization }) {
  const { name, tax_code, country, location } = known
  const code = taxCode(known)
  const website = websiteOf(known)
  return (
    <article class="card detail">
      <header>
        <h1>
          <bdi>{readable(name)}</bdi>
        </h1>
        <p class="lead">
          <bdi>{addressLine(known)}</bdi>
        </p>
      </header>
      <dl>
        {tax_code !== undefined && (
          <div>
            <dt>{country === 'US' ? 'EIN' : 'Number'}</dt>
            <dd>{code}</dd>
          </div>
        )}
        {factsOf(known).map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <ul class="chips">
        {website !== undefined && <Away title="Website" url={website} />}
        {linksOf(known).map(([title, url]) => (
          <Away key={title} title={title} url={url} />
        ))}
        {location && (
          <li>
            <Link class="chip accent" to={nearby(known)}>
              Organizations nearby
            </Link>
          </li>
        )}
      </ul>
      <Situation organization={known} />
    </article>
  )
}

/** Where it is. */
function Situation({ organization: known }: { organization: Organization }) {
  const { to } = useNavigation()
  const source = useMemo(() => ofPoints(pointsOf(known, to)), [known])
  if (!known.location) return null
  return (
    <div>
      <PlaceMap
        label="Its place"
        source={source}
        of={known.id}
        onMark={() => {}}
        onSelect={() => {}}
      />
      {known.location_accuracy === 'zip' && <p class="hint">Approximate location</p>}
    </div>
  )
}

/** A search around an organization: its ZIP code, where that is all that is known of its place. */
function nearby({ location, location_accuracy, zip = '', country }: Organization): Partial<View> {
  const code = location_accuracy === 'zip' ? /^\d{5}(?!\d)/.exec(zip)?.[0] : undefined
  const near = code ?? `${location?.lat},${location?.lon}`
  return { ...emptyView, near, radius: usualRadius(unitOf(near, country)), sort: 'distance' }
}

function Away({ title, url }: { title: string; url: string }) {
  return (
    <li>
      <a class="chip" href={url} target="_blank" rel="noopener noreferrer">
        {title} ↗
      </a>
    </li>
  )
}

function Similar({ organization: known }: { organization: Organization }) {
  const { data } = useLoaded((signal) => similar(known, signal), known.id)
  if (!data || data.length === 0 || known.activity === undefined) return null
  return (
    <section aria-labelledby="similar">
      <h2 id="similar">Similar organizations</h2>
      <Cards results={data} q="" />
    </section>
  )
}
