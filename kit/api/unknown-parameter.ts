import { closest } from '../config/suggest.js'

/** Longer names are cut before they are compared. */
const longestName = 64

/** The name of a wrong parameter in `details`: one that is no word is not repeated. */
export function toFieldName(name: string): string {
  return isWord(name) ? name : 'query'
}

/**
 * What is wrong with a parameter that there is not, and what to send instead.
 * @param meantBy Finds the known name that another one means; by default by its letters.
 */
export function describeUnknownParameter(
  name: string,
  known: readonly string[],
  meantBy = (word: string) => closest(word, known),
): string {
  const meant = meantBy(name.slice(0, longestName))
  const all = known.length > 0 ? `known are ${known.join(', ')}` : 'there is none'
  const remedy = meant === undefined ? all : `did you mean ${meant}?`
  return `${isWord(name) ? `${name} is no parameter` : 'there is no such parameter'}; ${remedy}`
}

function isWord(name: string): boolean {
  return /^[A-Za-z][\w.-]{0,63}$/.test(name)
}
