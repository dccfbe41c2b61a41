import { closest } from '../rule/closest.js'

/** A name without what distinguishes `foundedYear`, `founded-year` and `founded_year`. */
const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Names that are part of too many others to identify a field. */
const general = new Set(['id', 'name'])

/**
 * Makes the function that finds the field meant by an unknown name, by its letters or its meaning.
 * @param synonyms Words that mean the same field, in rows.
 */
export function makeMeaning(
  names: readonly string[],
  synonyms: readonly (readonly string[])[] = [],
): (word: string) => string | undefined {
  const known = new Set(synonyms.flat().map(plain))
  const fields = new Set(names)
  const isSubField = (name: string) =>
    name.includes('.') && fields.has(name.slice(0, name.lastIndexOf('.')))
  const whole = names.filter((name) => !isSubField(name))
  const meant = new Map<string, string>()
  const mean = (word: string, field: string) => {
    if (!meant.has(plain(word))) meant.set(plain(word), field)
  }
  for (const name of whole) mean(name, name)
  for (const name of whole) mean(name.slice(name.lastIndexOf('.') + 1), name) // inside an object
  for (const words of synonyms) {
    const field = words.map((word) => meant.get(plain(word))).find((found) => found !== undefined)
    if (field !== undefined) for (const word of words) mean(word, field)
  }

  function ofWord(word: string): string | undefined {
    // not a typo, even if no field has its meaning
    if (known.has(plain(word))) return meant.get(plain(word))
    const nearest = meant.get(closest(plain(word), meant.keys()) ?? '')
    if (nearest !== undefined) return nearest
    const parts = word
      .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .flatMap((part) => meant.get(plain(part)) ?? [])
    return parts.find((field) => !general.has(field)) ?? parts[0]
  }

  /** `head.tail`: another form of a field, or a field inside an object. */
  function ofPath(head: string, tail: string): string | undefined {
    const field = fields.has(head) ? head : ofWord(head)
    if (field !== undefined) {
      const forms = names.filter((name) => name.startsWith(`${field}.`))
      const form = closest(`${field}.${tail}`, forms)
      if (form !== undefined) return form
      if (field === head) return forms.find((name) => name === `${field}.keyword`) ?? field
    }
    return meant.get(plain(tail)) ?? field ?? ofWord(tail)
  }

  return function meaningOf(word) {
    const dot = word.lastIndexOf('.')
    return (
      meant.get(plain(word)) ??
      (dot > 0 ? ofPath(word.slice(0, dot), word.slice(dot + 1)) : ofWord(word))
    )
  }
}
