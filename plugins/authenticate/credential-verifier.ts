import type { Caller } from '../kit/context.js'

/** Tells who stands behind one kind of credential. */
export interface CredentialVerifier {
  /**
   * The caller of a credential that was judged before and still stands; asks nobody.
   * @param now Milliseconds since 1970.
   * @throws ApiError when the credential is known to be bad.
   */
  cached(value: string, now: number): Caller | undefined
  /**
   * The caller of a credential, judged anew.
   * @param address The caller's address, for the key's owner to see where it was used last.
   * @throws ApiError when the credential is bad.
   * @throws AuthServiceAway when it cannot be judged.
   */
  verify(value: string, now: number, address: string): Promise<Caller>
}
