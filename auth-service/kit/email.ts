/** The canonical form of an e-mail address, which identifies an account. */
export function canonicalEmail(email: string): string {
  return email.normalize('NFKC').toLowerCase()
}
