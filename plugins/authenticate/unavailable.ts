/** The auth service gave no usable answer. Its message holds no secret. */
export class AuthServiceAway extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`auth service: ${reason}`, options)
    this.name = 'AuthServiceAway'
  }
}
