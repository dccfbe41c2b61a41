/** A typed text that is the number of an organization. */
export interface Identifier {
  /** The number without what is around it, to show. */
  number: string
  /** Values of `tax_code`. */
  codes: readonly string[]
  /** Values of `id` and of `org_id`. */
  ids: readonly string[]
  /** What may be wrong with it, for a caller who finds nothing, or another organization. */
  hint?: string
}

/** What people write before a number: `EIN`, `Tax ID:`, `Charity no.`, `#`. */
const label =
  /^(?:(?<ein>f?ein|employer identification number)|tax ?(?:id|code|number)|(?:registered )?charity|siren|siret|rna|bn)?\.?\s*(?:no\.?|number)?\s*[:#]?\s*/i

/** Digits in groups, of which there are six or more; no ZIP+4. */
const digits = /^(?!\d{5}-\d{4}$)\d(?:[-\u2010-\u2015. ]?\d){5,14}$/
/** One word with six digits or more: `GB-CHC-1000041`, `us-050258937`, `W751234567`. */
const code = /^[a-z\d]+(?:-[a-z\d]+)*$/i

const einForm = 'an EIN has nine digits, such as 05-0258937'

/** EINs within a text, and signs and words of a query beside one: they are no name or label. */
const eins = /(?<!\S)\d{2}-\d{7}(?!\S)/g
const ofQuery =
  /[^\p{L}\p{M}\p{N}\s&.,:#'’()/-]|(?:^|\s)(?:and|or|not)\s+EIN|EIN\s+(?:and|or|not)(?:\s|$)/iu

/**
 * Finds the number of an organization in a text that is one, or that has one EIN beside the words
 * of a name or label: then these say the same.
 */
export function findIdentifier(text: string): Identifier | undefined {
  const [within, ...more] = text.match(eins) ?? []
  if (within === undefined || more.length > 0 || ofQuery.test(text.replace(within, 'EIN')))
    return parseIdentifier(text)
  return parseIdentifier(text) ?? ofDigits(within, true)
}

/** Reads a text as a number of an organization, in any spelling; undefined for any other text. */
export function parseIdentifier(text: string): Identifier | undefined {
  const [before = '', ...groups] = label.exec(text.trim()) ?? []
  const number = text.trim().slice(before.length)
  const isEin = groups[0] !== undefined
  if (digits.test(number)) return ofDigits(number, isEin)
  if (isEin && /^\d[\d -]*$/.test(number))
    return { number, codes: [number], ids: [], hint: einForm }
  if ((number.match(/\d/g) ?? []).length < 6 || !code.test(number)) return undefined
  if (/^\d{5}-\d{4}$/.test(number)) return undefined
  const [, country, register, rest] = /^([a-z]{2})-([a-z\d]+)-(.+)$/i.exec(number) ?? []
  const whole =
    country && register && rest && /^ein$/i.test(register)
      ? `${country}-${register}-${rest.replaceAll('-', '')}`
      : number
  const upper = whole.toUpperCase()
  const shown = upper.replace(/^US-EIN-/, '')
  return { number: shown, codes: [upper], ids: [upper, whole.toLowerCase()] }
}

function ofDigits(number: string, isEin: boolean): Identifier {
  const joined = number.replace(/\D/g, '')
  const isLikeEin = isEin || /^\d{1,2}-\d+$/.test(number)
  const isWhole = /^\d{2}-\d{6}$/.test(number) // a digit is missing, not the first
  if (joined.length === 8 && !isWhole) {
    const whole = `0${joined}`
    const hint = `searched with its leading 0 too, as ${whole.slice(0, 2)}-${whole.slice(2)}: ${einForm}`
    return { number: joined, codes: [joined, whole], ids: [joined, `us-${whole}`], hint }
  }
  const isMalformed = isLikeEin && joined.length !== 9
  return { number: joined, codes: [joined], ids: [joined], ...(isMalformed && { hint: einForm }) }
}
