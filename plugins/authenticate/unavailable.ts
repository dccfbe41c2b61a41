/** The auth service gave no usable answer. Its message holds no secret. */
export class AuthServiceUnavailable extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`auth service: ${reason}`, options)
    this.name = 'AuthServiceUnavailable'
  }
}
