import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Words of this product, and sayings that are guessed as one word, without their spaces. */
const listed = `
  nonprofit organization organisation directory charity foundation donate volunteer elasticsearch
  correcthorsebatterystaple thequickbrownfox jumpsoverthelazydog tobeornottobe thatisthequestion
  maytheforcebewithyou loremipsum dolorsitamet supercalifragilisticexpialidocious
  nevergonnagiveyouup onceuponatime winteriscoming hakunamatata livelaughlove
  purplemonkeydishwasher gameofthrones lordoftherings thisisasecret donttellanyone
  welcometothejungle thisismypassword mynewpassword yournewpassword`
  .trim()
  .split(/\s+/)

/**
 * Guesses that a password must withstand, log10. Of the tests' passwords the bad ones need 10^9.5
 * at most, the good ones 10^11 at least.
 */
const fewestGuesses = 10

/**
 * The time of a check grows with both: with these it takes 30 ms at most, usually 2. The library's
 * own, 256 and 100, allow 1.3 s.
 */
const bounds = { maxLength: 64, l33tMaxSubstitutions: 16 }

const estimator = new ZxcvbnFactory({
  dictionary: { passwords: dictionary['passwords-common'], listed },
  graphs: adjacencyGraphs,
  ...bounds,
})

/**
 * Whether a guesser finds a password soon, by its first 64 characters, as typed or without
 * separators. Takes up to 60 ms: not for the thread that serves.
 * @param own Words of the account, such as the e-mail address and the name.
 */
export function isGuessable(password: string, own: readonly string[]): boolean {
  const compact = password.replace(/[\s_\-.,:;/\\'"]/g, '')
  const words = own.flatMap(listWords)
  return [...new Set([password, compact])].some(
    (text) => estimator.check(text, words).guessesLog10 < fewestGuesses,
  )
}

/** A text, its words, and all of them as one; of three characters or more. */
function listWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}]+/u)
  return [text, ...words, words.join('')].filter(({ length }) => length > 2)
}
