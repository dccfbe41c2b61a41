import type { Understood } from '../../packages/client/src/answer.js'
import { Ending } from './chosen.js'
import { Link } from './link.js'
import { beside } from './understanding.js'

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
