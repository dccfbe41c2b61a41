import type { ComponentChildren } from 'preact'
import type { Understood } from '../../../packages/client/src/answer.js'
import type { Found } from '../calls.js'
import { facetNames, toggled } from '../navigation/filters.js'
import { Link } from '../navigation/link.js'
import { useNavigation } from '../navigation/navigation.js'
import { emptyView, type View } from '../navigation/view.js'
import { type Unit, usualRadius } from '../text/distance.js'
import { facetWords } from '../text/names.js'
import { placedIn } from '../text/search.js'
import { beside, placeAsked, withoutPlace } from './interpretation.js'

/** The filters in force, each with a link that ends it. */
export function Chosen({ unit }: { unit: Unit }) {
  const { view } = useNavigation()
  const { filters, activity_code, near, box } = view
  const chosen = facetNames.flatMap((name) =>
    (filters[name] ?? []).map((value) => ({ name, value })),
  )
  if (chosen.length === 0 && [near, box, activity_code].every((value) => value === '')) return null
  return (
    <ul class="chips" aria-label="Filters in force">
      {near !== '' && <Ending change={{ near: '' }}>{placedIn(view, unit)}</Ending>}
      {box !== '' && <Ending change={{ box: '' }}>In this part of the map</Ending>}
      {chosen.map(({ name, value }) => (
        <Ending key={name + value} change={{ filters: toggled(filters, name, value) }}>
          {facetWords(name, value)}
        </Ending>
      ))}
      {activity_code !== '' && <Ending change={{ activity_code: '' }}>NTEE {activity_code}</Ending>}
    </ul>
  )
}

/** What is asked for, as a link that ends that. */
export function Ending({
  change,
  children,
}: {
  change: Partial<View>
  children: ComponentChildren
}) {
  return (
    <li>
      <Link class="chip accent" to={change}>
        <span class="away">Remove </span>
        {children} <span aria-hidden="true">×</span>
      </Link>
    </li>
  )
}

/** What a text was understood as, where it is more than words, and the ways to take that away. */
export function AsUnderstood({ understood }: { understood: Understood }) {
  const said = beside(understood)
  if (said === undefined) return null
  const { words } = understood
  return (
    <ul class="chips understood" aria-label="Understood as">
      {words !== '' && (
        <li>
          <bdi>{words}</bdi> ·
        </li>
      )}
      <Ending change={{ q: words }}>{said}</Ending>
      <li>
        <Link to={{ understand: false }}>Search for these words instead</Link>
      </li>
    </ul>
  )
}

/** The place that was taken for the one that was asked for, and others that may be meant. */
export function Taken({ found: { place, about }, unit }: { found: Found; unit: Unit }) {
  const { view } = useNavigation()
  const { near, radius } = placeAsked(view, about.understood)
  const { name, otherPlaces = [] } = place ?? {}
  if (name === undefined || letters(name) === letters(near)) return null
  const change = {
    ...withoutPlace(about.understood),
    // one that nobody has chosen becomes a round number of the unit
    radius: radius === emptyView.radius ? usualRadius(unit) : radius,
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

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
