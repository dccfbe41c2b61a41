import { isGuessable } from './hashing.js'

/**
 * The problem with a new password, by NIST SP 800-63B-4 section 3.1.1.2: length and passwords that
 * are guessed first, no composition rules. Length is counted in Unicode code points after
 * normalization.
 * @param field Name of the field, for the text.
 * @param own Words of the account, which a guesser tries too.
 * @returns undefined for an acceptable one.
 */
export async function passwordMistake(
  field: string,
  password: string,
  { minLength, own }: { minLength: number; own: readonly string[] },
): Promise<string | undefined> {
  const normal = password.normalize('NFKC')
  if ([...normal].length < minLength) return `${field} must have at least ${minLength} characters`
  if (await isGuessable(normal, own))
    return `${field} is too easy to guess; choose another, such as several random words`
  return undefined
}
