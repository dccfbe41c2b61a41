import type { Meta } from '../../../packages/client/src/answer.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { formatCalendarDate } from '../../../web/src/kit/format.js'
import type { Fact } from './facts.js'
import { formatMoney, splitMatches } from './organization.js'

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

/** A fact without its title: a dash where it is not known. */
export function FactText({ fact }: { fact: Fact | undefined }) {
  const [, text, note]: Fact = fact ?? ['', '–']
  return (
    <>
      <bdi>{text}</bdi>
      {note && <small class="note">{note}</small>}
    </>
  )
}

interface AmountProps {
  of: Organization
  field: 'revenue' | 'assets'
}

/** An amount in short, and its year: $1.2M 2024. */
export function Amount({ of, field }: AmountProps) {
  const year = of[field] === undefined ? undefined : of.tax_period?.slice(0, 4)
  return (
    <>
      {formatMoney(of[field], of.country)} {year && <small class="year">{year}</small>}
    </>
  )
}

/** The date and the source of the data, if they are known. */
export function DataNote({ about }: { about: Meta }) {
  const { dataAsOf, attribution } = about
  const date = dataAsOf && `Data as of ${formatCalendarDate(dataAsOf)}`
  const known = [date, attribution && `Source: ${attribution}`].filter(Boolean)
  return known.length === 0 ? null : <p class="hint">{known.join('. ')}.</p>
}
