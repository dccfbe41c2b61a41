import type { Meta } from '../../../packages/client/src/answer.js'
import { formatCalendarDate } from '../../../web/src/kit/format.js'
import { splitMatches } from './organization.js'

/** A text in which the words of the search are highlighted. */
export function Highlight({ text, q }: { text: string; q: string }) {
  return (
    <bdi>
      {splitMatches(text, q).map(({ part, isMarked }, i) =>
        isMarked ? <mark key={i}>{part}</mark> : part,
      )}
    </bdi>
  )
}

/** The date and the source of the data, if they are known. */
export function DataNote({ about }: { about: Meta }) {
  const { dataAsOf, attribution } = about
  const date = dataAsOf && `Data as of ${formatCalendarDate(dataAsOf)}`
  const known = [date, attribution && `Source: ${attribution}`].filter(Boolean)
  return known.length === 0 ? null : <p class="hint">{known.join('. ')}.</p>
}
