import { useEffect, useState } from 'preact/hooks'
import { isBrowser } from '../../web/src/kit/where.js'
import type { Found } from './calls.js'
import type { Unit } from './distance.js'
import { Facet } from './facet.js'
import { Near } from './facet-forms.js'
import { useNavigation } from './navigation.js'
import { placeAsked } from './understanding.js'
import { facetNames } from './view.js'

const isWide = () => isBrowser && matchMedia('(min-width: 52rem)').matches

/** The counts of what was found: values to choose, of each facet some or none. */
export function Facets({ found, unit }: { found: Found | undefined; unit: Unit }) {
  const { view } = useNavigation()
  const understood = found?.about.understood
  const { near, radius } = placeAsked(view, understood)
  // on a phone the results come first; while values are chosen it stays open
  const [isOpen, setOpen] = useState(isWide)
  useEffect(() => setOpen(isWide()), [view.q, view.near, view.page])
  return (
    <details class="facets" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Filters</summary>
      {(isOpen || !isBrowser) && (
        <>
          <Near key={`${near} ${radius} ${unit.name}`} understood={understood} unit={unit} />
          {facetNames.map((name) => (
            <Facet key={name} name={name} values={found?.facets?.[name] ?? []} />
          ))}
          <button type="button" class="to-results" onClick={() => setOpen(false)}>
            Show the results
          </button>
        </>
      )}
    </details>
  )
}
