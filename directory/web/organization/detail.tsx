import { useMemo, useState } from 'preact/hooks'
import type { Meta } from '../../../packages/client/src/answer.js'
import { organizationsPath } from '../../../packages/client/src/templates.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { useTitle } from '../../../web/src/kit/page.js'
import { useCopy } from '../../../web/src/kit/requests.js'
import { baseUrl, getGivenAnswer, type WithAbout } from '../../../web/src/kit/where.js'
import { toDisplayName } from '../../fields/display.js'
import { findSimilar, loadPage } from '../calls.js'
import { PlaceMap } from '../map/place-map.js'
import { createPointSource } from '../map/spots.js'
import { useArrival } from '../navigation/arrival.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { toOrganizationUrl } from '../navigation/pages.js'
import { isNarrow } from '../navigation/screen.js'
import { newSearch, type View } from '../navigation/view.js'
import { Cards } from '../results/cards.js'
import { LoadError } from '../results/load-error.js'
import { chooseUnit, getDefaultRadius } from '../text/distance.js'
import { DataNote, FactText } from '../text/elements.js'
import {
  listFacts,
  listFilings,
  type Section,
  sectionTitles,
  summarize,
  toCitation,
  toPageTitle,
} from '../text/facts.js'
import { getWebsite, toMapPoints } from '../text/organization.js'

/** The answer of the search template `organization`. */
type OrganizationData = { organization: Organization }

/** One organization: all that is known, pages of others about it, and similar ones. */
export function OrganizationPage({ name }: { name: string }) {
  const { data, error, isLoading, reload } = useLoaded(
    (signal) => loadPage<OrganizationData>(`/organizations/${encodeURIComponent(name)}`, signal),
    name,
    getGivenAnswer<OrganizationData>(),
  )
  useArrival(!isLoading)
  useTitle(data && toPageTitle(data.organization))
  return (
    <>
      <BackLink />
      {error !== undefined && <LoadError error={error} retry={reload} />}
      {data && error === undefined && <OrganizationCard {...data} />}
      {data && error === undefined && <Similar organization={data.organization} />}
      {!data && error === undefined && <p class="empty">Loading …</p>}
    </>
  )
}

/** A link back to the results, or to the home page. */
function BackLink() {
  const { from } = useNavigation()
  if (from === undefined)
    return (
      <p class="no-print">
        <a href={`${baseUrl}/`}>← Search the directory</a>
      </p>
    )
  return (
    <p class="no-print">
      <a
        href={from}
        onClick={(event) => {
          event.preventDefault()
          history.back()
        }}
      >
        ← Back to the results
      </a>
    </p>
  )
}

function OrganizationCard({ organization: known, about }: WithAbout<OrganizationData>) {
  const website = getWebsite(known)
  return (
    <article class="card detail">
      <header>
        <h1>
          <bdi>{toDisplayName(known.name)}</bdi>
        </h1>
        <p class="lead">
          <bdi>{summarize(known)}</bdi>
        </p>
      </header>
      <ul class="chips">
        {website !== undefined && <ExternalLink title="Website" url={website} />}
        {listFilings(known).map(([title, url]) => (
          <ExternalLink key={title} title={title} url={url} />
        ))}
      </ul>
      <div class="sections">
        {(Object.keys(sectionTitles) as Section[]).map((section) => (
          <Facts key={section} section={section} organization={known} />
        ))}
      </div>
      <LocationMap organization={known} />
      <footer>
        <DataNote about={about} />
        <Actions organization={known} about={about} />
      </footer>
    </article>
  )
}

/** The facts of a section that are known. */
function Facts({ section, organization: known }: { section: Section; organization: Organization }) {
  const facts = listFacts(known, section)
  if (facts.length === 0) return null
  if (section === 'names') return <OtherNames organization={known} />
  return (
    <section aria-labelledby={section}>
      <h2 id={section}>{sectionTitles[section]}</h2>
      <dl>
        {facts.map((fact) => (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>
              <FactText fact={fact} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function OtherNames({ organization: { alternate_names = [] } }: { organization: Organization }) {
  return (
    <section aria-labelledby="names">
      <h2 id="names">{sectionTitles.names}</h2>
      <ul>
        {alternate_names.map((name) => (
          <li key={name}>
            <bdi>{toDisplayName(name)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where it is, and what is around it. */
function LocationMap({ organization: known }: { organization: Organization }) {
  const source = useMemo(() => createPointSource(toMapPoints(known)), [known])
  const [isWanted, setWanted] = useState(() => !isNarrow())
  if (!known.location) return null
  return (
    <div class="no-print">
      <div class="needs-script">
        {isWanted ? (
          <PlaceMap
            label="Its place"
            source={source}
            of={known.id}
            onMark={() => {}}
            onSelect={() => {}}
          />
        ) : (
          <button type="button" onClick={() => setWanted(true)}>
            Show it on a map
          </button>
        )}
      </div>
      <p class="hint">
        {known.location_accuracy === 'zip' && 'Approximate location. '}
        <Link to={toNearbySearch(known)}>Organizations nearby</Link>
      </p>
    </div>
  )
}

/** A search around an organization: around its ZIP code if its exact place is not known. */
function toNearbySearch({
  location,
  location_accuracy,
  zip = '',
  country,
}: Organization): Partial<View> {
  const code = location_accuracy === 'zip' ? /^\d{5}(?!\d)/.exec(zip)?.[0] : undefined
  const near = code ?? `${location?.lat},${location?.lon}`
  return {
    ...newSearch,
    near,
    radius: getDefaultRadius(chooseUnit(near, country)),
    sort: 'distance',
  }
}

function ExternalLink({ title, url }: { title: string; url: string }) {
  return (
    <li>
      <a class="chip" href={url} target="_blank" rel="noopener noreferrer">
        {title} ↗
      </a>
    </li>
  )
}

function Similar({ organization: known }: { organization: Organization }) {
  const { data } = useLoaded((signal) => findSimilar(known, signal), known.id)
  if (!data || data.length === 0 || known.activity === undefined) return null
  return (
    <section class="no-print" aria-labelledby="similar">
      <h2 id="similar">Similar organizations</h2>
      <Cards results={data} q="" />
    </section>
  )
}

/** The link, a citation and the JSON of an organization. */
function Actions({ organization, about }: { organization: Organization; about: Meta }) {
  const { message, copy } = useCopy()
  const url = toOrganizationUrl(organization)
  return (
    <div class="actions no-print">
      <button type="button" class="small needs-script" onClick={() => copy(url)}>
        Copy link
      </button>
      <button
        type="button"
        class="small needs-script"
        onClick={() => copy(toCitation(organization, url, about))}
      >
        Cite
      </button>
      <a href={`${baseUrl}${organizationsPath}/${encodeURIComponent(organization.id)}`}>JSON</a>
      <span role="status">{message}</span>
    </div>
  )
}
