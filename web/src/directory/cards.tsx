import type { Organization } from '../../../client/src/types.js'
import { Link } from './link.js'
import { Marked } from './marked.js'
import { money, placeOf, readable, taxCode } from './words.js'

/** Organizations as a list to read. */
export function Cards({ results, q }: { results: Organization[]; q: string }) {
  return (
    <ul class="cards">
      {results.map((organization) => (
        <Card key={organization.id} organization={organization} q={q} />
      ))}
    </ul>
  )
}

export function Card({ organization, q }: { organization: Organization; q: string }) {
  const { id, name, activity, founded_year, revenue, country } = organization
  const code = taxCode(organization)
  return (
    <li>
      <div>
        <h2>
          <Link to={{ id }}>
            <Marked text={readable(name)} q={q} />
          </Link>
        </h2>
        <p>
          <Marked text={placeOf(organization)} q={q} />
          {activity && (
            <>
              {' · '}
              <Marked text={activity} q={q} />
            </>
          )}
        </p>
      </div>
      <dl>
        {revenue !== undefined && (
          <div>
            <dt>Revenue</dt>
            <dd>{money(revenue, country)}</dd>
          </div>
        )}
        {founded_year !== undefined && (
          <div>
            <dt>Founded</dt>
            <dd>{founded_year}</dd>
          </div>
        )}
        {code !== undefined && (
          <div>
            <dt>{country === 'US' ? 'EIN' : 'Number'}</dt>
            <dd>{code}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}
