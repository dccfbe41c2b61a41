import type { ComponentChildren } from 'preact'
import type { Understood } from '../../../packages/client/src/answer.js'
import type { ResultPage } from '../calls.js'
import { facetNames, toggleValue } from '../navigation/filters.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { emptyView, type View } from '../navigation/view.js'
import { getDefaultRadius, type Unit } from '../text/distance.js'
import { describePlace, formatFilter } from '../text/search.js'
import { describeInterpretation, removePlace, resolvePlace } from './interpretation.js'

/** The filters in force, each with a link that removes it. */
export function ActiveFilters({ unit }: { unit: Unit }) {
  const { view } = useNavigation()
  const { filters, activity_code, group, near, box } = view
  const chosen = facetNames.flatMap((name) =>
    (filters[name] ?? []).map((value) => ({ name, value })),
  )
  const others = [near, box, activity_code, group]
  if (chosen.length === 0 && others.every((value) => value === '')) return null
  return (
    <ul class="chips" aria-label="Filters in force">
      {near !== '' && <RemoveLink change={{ near: '' }}>{describePlace(view, unit)}</RemoveLink>}
      {box !== '' && <RemoveLink change={{ box: '' }}>In this part of the map</RemoveLink>}
      {chosen.map(({ name, value }) => (
        <RemoveLink key={name + value} change={{ filters: toggleValue(filters, name, value) }}>
          {formatFilter(name, value)}
        </RemoveLink>
      ))}
      {activity_code !== '' && (
        <RemoveLink change={{ activity_code: '' }}>NTEE {activity_code}</RemoveLink>
      )}
      {group !== '' && <RemoveLink change={{ group: '' }}>Group exemption {group}</RemoveLink>}
    </ul>
  )
}

/** A part of the search, as a link that removes it. */
function RemoveLink({ change, children }: { change: Partial<View>; children: ComponentChildren }) {
  return (
    <li>
      <Link class="chip accent" to={change}>
        <span class="away">Remove </span>
        {children} <span aria-hidden="true">×</span>
      </Link>
    </li>
  )
}

/** What the API understood in the text besides words, and links to undo that. */
export function Interpretation({ understood }: { understood: Understood }) {
  const { view } = useNavigation()
  const description = describeInterpretation(understood, view)
  if (description === '') return null
  const { words } = understood
  return (
    <ul class="chips understood" aria-label="Understood as">
      {words !== '' && (
        <li>
          <bdi>{words}</bdi> ·
        </li>
      )}
      <RemoveLink change={{ q: words }}>{description}</RemoveLink>
      <li>
        <Link to={{ understand: false }}>Search for these words instead</Link>
      </li>
    </ul>
  )
}

/** The place that the API has found for a name, and other places of that name. */
export function ResolvedPlace({
  found: { place, about },
  unit,
}: {
  found: ResultPage
  unit: Unit
}) {
  const { view } = useNavigation()
  const { near, radius } = resolvePlace(view, about.understood)
  const { name, otherPlaces = [] } = place ?? {}
  if (name === undefined || toComparable(name) === toComparable(near)) return null
  const change = {
    ...removePlace(about.understood),
    // the default becomes a round number of the unit
    radius: radius === emptyView.radius ? getDefaultRadius(unit) : radius,
  }
  return (
    <p class="hint">
      Around {name}
      {otherPlaces.length > 0 && '. Elsewhere: '}
      {otherPlaces.map((other, i) => (
        <span key={other}>
          {i > 0 && ' · '}
          <Link to={{ ...change, near: other }}>{other}</Link>
        </span>
      ))}
    </p>
  )
}

const toComparable = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
