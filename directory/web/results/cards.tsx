import { useEffect, useRef } from 'preact/hooks'
import { toDisplayName } from '../../fields/display.js'
import type { FoundOrganization } from '../calls.js'
import { OrganizationLink } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { maxListed } from '../navigation/view.js'
import type { Unit } from '../text/distance.js'
import { Amount, Highlight } from '../text/elements.js'
import { formatPlace } from '../text/names.js'
import {
  findTwins,
  formatDistanceFrom,
  formatTaxCode,
  listOtherNames,
  toNameAndCity,
} from '../text/organization.js'

interface CardsProps {
  results: FoundOrganization[]
  q: string
  /** The one that stands out, as on the map. */
  marked?: string | undefined
  onMark?(id: string | undefined): void
  /** Of distances. */
  unit?: Unit
  /** Whether they can be put on the shortlist. */
  canList?: boolean
}

/** Organizations as a list to read. */
export function Cards({ results, q, marked, onMark, unit, canList = false }: CardsProps) {
  const twins = findTwins(results)
  return (
    <ul class="cards">
      {results.map((organization) => (
        <Card
          key={organization.id}
          organization={organization}
          q={q}
          isMarked={organization.id === marked}
          onMark={onMark}
          distance={formatDistanceFrom(organization, unit)}
          canList={canList}
          isTwin={twins.has(toNameAndCity(organization))}
        />
      ))}
    </ul>
  )
}

interface CardProps {
  organization: FoundOrganization
  q: string
  isMarked: boolean
  onMark: CardsProps['onMark']
  distance: string | undefined
  canList: boolean
  /** Whether another one of the list has its name and city. */
  isTwin: boolean
}

function Card({ organization, q, isMarked, onMark = () => {}, ...others }: CardProps) {
  const { distance, canList, isTwin } = others
  const { id, name, activity, founded_year, revenue, country, street } = organization
  const code = formatTaxCode(organization)
  const otherNames = listOtherNames(organization, q).join(', ')
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const isOfMap = document.activeElement?.closest('.map')
    if (isMarked && isOfMap) element.current!.scrollIntoView({ block: 'nearest' })
  }, [isMarked])
  const [enter, leave] = [() => onMark(id), () => onMark(undefined)]
  return (
    <li
      ref={element}
      class={isMarked ? 'on' : undefined}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocusIn={enter}
      onFocusOut={leave}
    >
      <div>
        <h2>
          <OrganizationLink of={organization}>
            <Highlight text={toDisplayName(name)} q={q} />
          </OrganizationLink>
        </h2>
        {otherNames && (
          <p>
            Also known as <Highlight text={otherNames} q={q} />
          </p>
        )}
        <p>
          {isTwin && street && <bdi>{toDisplayName(street)}, </bdi>}
          <Highlight text={formatPlace(organization)} q={q} />
          {distance && ` · ${distance}`}
          {activity && (
            <>
              {' · '}
              <Highlight text={activity} q={q} />
            </>
          )}
        </p>
        {canList && <ShortlistButton of={organization} />}
      </div>
      <dl>
        {revenue !== undefined && (
          <div>
            <dt>Revenue</dt>
            <dd>
              <Amount of={organization} field="revenue" />
            </dd>
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

/** Puts an organization on the shortlist of the address, or takes it off. */
export function ShortlistButton({ of: { id, name } }: { of: { id: string; name: string } }) {
  const { view, stay } = useNavigation()
  const { list } = view
  const isListed = list.includes(id)
  // an address separates ids by commas
  if (id.includes(',') || (!isListed && list.length >= maxListed)) return null
  const change = isListed ? list.filter((one) => one !== id) : [...list, id]
  return (
    <button type="button" class="link shortlisted" onClick={() => stay({ list: change })}>
      <span aria-hidden="true">{isListed ? '★ ' : '☆ '}</span>
      {isListed ? 'Remove from shortlist' : 'Add to shortlist'}
      <span class="away"> {toDisplayName(name)}</span>
    </button>
  )
}
