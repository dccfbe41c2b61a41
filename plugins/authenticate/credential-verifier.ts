import type { Caller } from '../kit/context.js'
import type { AllowedPlaces } from './allowed-places.js'
import type { Asker } from './auth-service-client.js'

/** The caller of a valid credential. */
export interface Identified {
  caller: Caller
  /** Where the credential may be used from; everywhere without it. */
  allowed?: AllowedPlaces
}

/** Identifies the caller of one kind of credential. */
export interface CredentialVerifier {
  /**
   * The caller of a credential that was verified before and is still valid; sends no request.
   * @param now Milliseconds since 1970.
   * @throws ApiError when the credential is known to be bad.
   */
  cached(value: string, now: number): Identified | undefined
  /**
   * The caller of a credential, verified again.
   * @param asker The request that has sent it.
   * @throws ApiError when the credential is bad.
   * @throws AuthServiceUnavailable when it cannot be verified.
   */
  verify(value: string, now: number, asker: Asker): Promise<Identified>
}
