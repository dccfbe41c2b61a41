/** Amounts of a sentence, in whole units of the country's currency. */
export interface Amounts {
  revenue_min?: number | undefined
  revenue_max?: number | undefined
}

const factors: Readonly<Record<string, number>> = { k: 1e3, t: 1e3, m: 1e6, b: 1e9 }

const number =
  String.raw`(?:\$ ?)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[kmb]| ?(?:thousand|[mb]illions?))?` +
  String.raw`(?![\p{L}\d,])|an? [mb]illion`
const money = '(?:(?:an? )?(?:annual |yearly )?(?:revenues?|incomes?|budgets?))'
const amount = (name: string) => `(?<${name}>${number})`

/** `with revenue over $1 million`, `under 500k in revenue`, `between 1 and 5 million`. */
const sentence = new RegExp(
  '(?<!\\S)(?:(?:that|which|who|with|having|have|has|make|making|earn|earning|of|from) )*' +
    `(?:${money} (?:(?:of|is|from) )*)?(?:` +
    `(?:over|above|exceeding|(?:more|greater) than|at least) ${amount('over')}|` +
    `(?:under|below|(?:less|smaller) than|up to|at most) ${amount('under')}|` +
    `(?:between )?${amount('from')}(?: and | to | ?[-–] ?)${amount('to')}|` +
    `${amount('least')}(?:\\+| (?:or|and) more)` +
    `)(?: dollars)?(?: (?:in |of )?${money}| (?:a|per) year)*(?!\\w)`,
  'iu',
)
const ofCurrency = /\$|\d[kmb]\b|thousand|illion|dollars/i
const endOrPlace = /^\W*(?:$|(?:in|near|within|around|close)\b)/i

/**
 * Reads what a text says of revenue, and the text without it; undefined where it says nothing: a
 * number may be one of people or years, and `over 1 million meals` one of meals.
 */
export function parseAmounts(text: string): (Amounts & { rest: string }) | undefined {
  const found = sentence.exec(text)
  if (!found?.groups || /\bassets?\b/i.test(text)) return undefined
  const isNamed = new RegExp(money, 'i').test(found[0])
  const after = text.slice(found.index + found[0].length)
  if (!isNamed && !(ofCurrency.test(found[0]) && endOrPlace.test(after))) return undefined
  const { over, under, from, to, least } = found.groups
  // in `1 to 5 million` the unit is that of both
  const unit = from !== undefined && unitOf(from) === '' ? unitOf(to!) : ''
  const [one, other] = [over ?? least ?? from, under ?? to]
  const ends = [toNumber(one, unit), toNumber(other)]
  if (ends[0]! > ends[1]!) ends.reverse()
  return {
    ...{ revenue_min: ends[0], revenue_max: ends[1] },
    rest: text.replace(found[0], ' ').replace(/\s+/g, ' ').trim(),
  }
}

/** The first letter of `million` and its kin, or nothing. */
const unitOf = (written: string): string =>
  /([ktmb])[a-z]*$/i.exec(written)?.[1]?.toLowerCase() ?? ''

function toNumber(written: string | undefined, unit = ''): number | undefined {
  if (written === undefined) return undefined
  const [digits = '1'] = /\d[\d,.]*/.exec(written) ?? []
  return Number(digits.replaceAll(',', '')) * (factors[unit || unitOf(written)] ?? 1)
}
