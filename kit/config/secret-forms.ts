/** Words and patterns in placeholder secrets that are to be replaced later. */
const words =
  /change[-_ ]?me|replace[-_ ]?me|placeholder|default|example|sample|password|passwort|secret|service|operator|gateway|admin|elastic|letmein|qwerty|abcdef|1234567890|123456|your|this/g

/**
 * Whether a secret comes from an example, or repeats a few letters: without such words next to
 * nothing is left of it.
 */
export function isWeakSecret(secret: string): boolean {
  const rest = secret.toLowerCase().replace(words, '')
  return new Set(rest).size < 6
}

/**
 * A value whose name ends like this is a secret: `serviceSecret`, `X-Service-Token`,
 * `Authorization`.
 */
export const secretName =
  /(secret|password|passphrase|api[_-]?key|-key|cipherkey|privatekey|credential|token|authorization|-auth|cookie)$/i
