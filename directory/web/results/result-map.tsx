import { useMemo, useState } from 'preact/hooks'
import type { Box, FindParameters } from '../../../packages/client/src/templates.js'
import { Problem } from '../../../web/src/kit/form.js'
import type { FoundOrganization, ResultPage } from '../calls.js'
import { parseBox } from '../map/boxes.js'
import { PlaceMap } from '../map/place-map.js'
import { useNavigation } from '../navigation/navigation.js'
import { toFindParameters } from '../navigation/view.js'
import { resolvePlace } from '../search/interpretation.js'
import type { Unit } from '../text/distance.js'
import { toMapPoints } from '../text/organization.js'
import { describeMap } from '../text/search.js'
import { createResultSource } from './map-source.js'

interface ResultMapProps {
  found: ResultPage
  unit: Unit
  marked: string | undefined
  onMark(id: string | undefined): void
}

/** A map of all results. It can be moved to search in another area. */
export function ResultMap({ found, unit, marked, onMark }: ResultMapProps) {
  const { view, go, open } = useNavigation()
  const [drawn, setDrawn] = useState<{ count?: number; error?: unknown }>({})
  const [moved, setMoved] = useState<{ box: Box; of: string }>()
  const { results, total, place } = found
  const parameters = toFindParameters(view)
  const of = toResultKey(parameters)
  const source = useMemo(() => {
    const points = (organization: FoundOrganization) => toMapPoints(organization, unit)
    return createResultSource(parameters, results.flatMap(points), points)
  }, [found])
  return (
    <div class="result-map">
      <PlaceMap
        label="Map of the results"
        source={source}
        of={of}
        near={place && { ...place, km: resolvePlace(view, found.about.understood).radius }}
        box={parseBox(view.box)}
        marked={marked}
        onMark={onMark}
        onSelect={({ href }) => open(href)}
        onAll={({ box }) => go({ box: String(box) })}
        onMove={(box) => setMoved({ box, of })}
        onDrawn={(count) => setDrawn({ count })}
        onFailed={(error) => setDrawn({ error })}
      >
        {moved?.of === of && (
          <button type="button" class="here" onClick={() => go({ box: String(moved.box) })}>
            Search this area
          </button>
        )}
      </PlaceMap>
      {drawn.error !== undefined && <Problem error={drawn.error} />}
      {drawn.count !== undefined && <p class="hint">{describeMap(drawn.count, total)}</p>}
    </div>
  )
}

/** The parameters that decide where results are, so without page and order. */
function toResultKey({ page, sort, ...asked }: FindParameters): string {
  return JSON.stringify(asked)
}
