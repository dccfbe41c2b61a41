/** Faults that the operator can mend, by the codes that Node gives them. */
const named: readonly (readonly [code: RegExp, fault: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'has a certificate that is expired'],
  [/^CERT_NOT_YET_VALID$/, 'has a certificate that is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'has a certificate for another name'],
  [/CERT|ISSUER|SIGNATURE/, 'has a certificate that no known CA has signed'],
  [/^EPROTO$|^ERR_SSL_/, 'does not speak TLS'],
  [/^ENOTFOUND$|^EAI_AGAIN$/, 'has a host name that leads to no address'],
]

/** The fault of an address that takes too long: whoever serves it hangs. */
export const hangs = 'does not answer in time'

/** Why an address gave no answer, after its URL in a sentence. @param error Of the request. */
export function silenceOf(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return hangs
  const [, fault] = named.find(([form]) => form.test(code)) ?? []
  return fault === undefined ? 'does not answer' : `${fault} (${code})`
}
