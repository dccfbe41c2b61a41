import type { ComponentChildren } from 'preact'
import type { Unit } from './distance.js'
import { Link } from './link.js'
import { facetWords } from './names.js'
import { useNavigation } from './navigation.js'
import { facetNames, toggled, type View } from './view.js'
import { placedIn } from './words.js'

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
