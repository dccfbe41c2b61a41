import { ApiError } from '../../kit/api/errors.js'
import type { KeyAllowList } from '../../kit/api/internal-answers.js'
import { Networks } from '../../kit/http/networks.js'

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
