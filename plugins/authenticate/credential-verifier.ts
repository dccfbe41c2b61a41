import { ApiError } from '../../kit/api/errors.js'
import type { KeyAllowList } from '../../kit/api/internal-answers.js'
import { Networks } from '../../kit/http/networks.js'
import type { Caller } from '../kit/context.js'
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

/** Where a key may be used from: the allow list of its owner, prepared for many requests. */
export class AllowedPlaces {
  readonly #networks: Networks | undefined
  readonly #origins: ReadonlySet<string> | undefined

  constructor({ addresses, origins }: KeyAllowList) {
    this.#networks = addresses && new Networks(addresses)
    this.#origins = origins && new Set(origins)
  }

  /**
   * @param origin The header of the request. It proves nothing of a program, but browsers set it.
   * @throws ApiError FORBIDDEN, without the list.
   */
  check(address: string, origin: string | undefined): void {
    if (this.#networks && !this.#networks.has(address)) throw forbidden('address')
    if (this.#origins && !this.#origins.has(origin ?? '')) throw forbidden('origin')
  }
}

function forbidden(reason: 'address' | 'origin'): ApiError {
  const message = `This API key may not be used from this ${reason}; its owner can change that`
  return new ApiError('FORBIDDEN', message, { details: { reason } })
}
