/** Of what people make secrets that are to be replaced later. */
const words =
  /change[-_ ]?me|replace[-_ ]?me|placeholder|default|example|sample|password|passwort|secret|service|operator|gateway|admin|elastic|letmein|qwerty|abcdef|1234567890|123456|your|this/g

/** Whether a secret stood in somebody's example, or repeats a few letters: what is left of it without such words is next to nothing. */
export function isWeakSecret(secret: string): boolean {
  const rest = secret.toLowerCase().replace(words, '')
  return new Set(rest).size < 6
}
