import { commonPasswords } from './common-passwords.js'

/** Words of this service, which a guesser tries first (NIST SP 800-63B-4 section 3.1.1.2). */
const serviceWords = ['nonprofit', 'organization', 'directory']

/**
 * What is wrong with a new password, by the rules of NIST SP 800-63B-4: length and a list of common ones, no rules of
 * composition. Length is counted in Unicode code points after normalization.
 * @param field Name of the field, for the text.
 * @returns undefined for an acceptable one.
 */
export function passwordMistake(field: string, password: string, minLength: number, email: string): string | undefined {
  const normal = password.normalize('NFKC')
  if ([...normal].length < minLength) return `${field} must have at least ${minLength} characters`
  const plain = normal.toLowerCase()
  const core = plain.replace(/[\d\s!-/:-@[-`{-~]+/g, '')
  const isCommon =
    commonPasswords.has(plain) ||
    new Set(plain).size < 4 ||
    [...serviceWords, ...email.toLowerCase().split('@', 1)].some((word) => core === word) ||
    plain === email.toLowerCase()
  return isCommon
    ? `${field} is too common or too easy to guess; choose another, such as several random words`
    : undefined
}
