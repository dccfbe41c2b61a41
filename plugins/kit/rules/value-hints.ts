import { vocabulary } from '../vocabulary.js'

/** Values of a field that are looked at; more do not help. */
const mostValues = 10

/** The value, or the list, that a query compares a field with: `"region":"Kentucky"`. */
const text = String.raw`"(?:[^"\\]|\\.)*"`
const compared = String.raw`(?:\{"(?:value|query)":)?(?!"(?:asc|desc)")(${text}|\[${text}(?:,${text})*\])`

let made: { fields: string; found: RegExp } | undefined

/**
 * Hints on values in another form than documents have them, such as the name of a state where they
 * have its code.
 * @param body Of a validated search, as JSON without blanks.
 */
export function makeValueHints(body: string): string[] {
  const { fieldForms = {}, normalizers = {} } = vocabulary
  const fields = Object.keys(fieldForms).join('|')
  if (fields === '') return []
  if (made?.fields !== fields) made = { fields, found: RegExp(`"(${fields})":${compared}`, 'g') }
  const found = [...body.matchAll(made.found)].slice(0, mostValues)
  return found.flatMap(([, field = '', json = '']) => {
    const { normalize } = normalizers[fieldForms[field]!]!
    const values: string[] = [JSON.parse(json)].flat().slice(0, mostValues)
    const meant = values.map((value) => normalize(value))
    if (meant.join() === values.join()) return []
    return [`body: documents have other values of ${field}; did you mean ${meant.join(', ')}?`]
  })
}
