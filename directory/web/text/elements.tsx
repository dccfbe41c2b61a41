import type { Meta } from '../../../packages/client/src/answer.js'
import { calendarDate } from '../../../web/src/kit/format.js'
import { splitMatches } from './organization.js'

/** A text of the data in which the words that were asked for are marked. */
export function Highlight({ text, q }: { text: string; q: string }) {
  return (
    <bdi>
      {splitMatches(text, q).map(({ part, isMarked }, i) =>
        isMarked ? <mark key={i}>{part}</mark> : part,
      )}
    </bdi>
  )
}

/** How old the data is, and whom it comes from, as far as that is known. */
export function DataNote({ about }: { about: Meta }) {
  const { dataAsOf, attribution } = about
  const date = dataAsOf && `Data as of ${calendarDate(dataAsOf)}`
  const known = [date, attribution && `Source: ${attribution}`].filter(Boolean)
  return known.length === 0 ? null : <p class="hint">{known.join('. ')}.</p>
}
