import { formatCount } from '../../../web/src/kit/format.js'
import { stateName } from '../../places/us-states.js'
import { toLandingUrl } from '../navigation/pages.js'

/** Where each state is among its neighbors, as tiles of one size. */
const rows = `
  AK .. .. .. .. .. .. .. .. .. ME
  .. .. .. .. .. WI .. .. .. VT NH
  WA ID MT ND MN IL MI .. NY MA ..
  OR NV WY SD IA IN OH PA NJ CT RI
  CA UT CO NE MO KY WV VA MD DE ..
  .. AZ NM KS AR TN NC SC DC .. ..
  .. .. .. OK LA MS AL GA .. .. ..
  HI .. .. TX .. .. .. .. FL .. PR`
  .trim()
  .split('\n')
  .map((row) => row.trim().split(' '))
/** The size of a tile, and of a tile with the gap after it. */
const [size, step] = [36, 40]
/**
 * A map of the states that leads to their pages. It is a picture: the list next to it says the same
 * to those who do not see it.
 */
export function StateMap({ counts }: { counts: ReadonlyMap<string, number> }) {
  const viewBox = `0 0 ${step * rows[0]!.length} ${step * rows.length}`
  return (
    <svg class="state-map" viewBox={viewBox} aria-hidden="true">
      {rows.flatMap((row, y) =>
        row.map((code, x) => {
          const state = stateName(code)
          if (state === undefined) return null
          const found = counts.get(code)
          const tile = (
            <g transform={`translate(${step * x} ${step * y})`}>
              <rect width={size} height={size} rx="5" />
              <text x={size / 2} y={size / 2}>
                {code}
              </text>
            </g>
          )
          if (found === undefined) return tile
          return (
            <a key={code} href={toLandingUrl(state)} tabIndex={-1}>
              <title>{`${state}: ${formatCount(found)}`}</title>
              {tile}
            </a>
          )
        }),
      )}
    </svg>
  )
}
