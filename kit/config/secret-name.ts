/**
 * A value whose name ends like this is a secret: `serviceSecret`, `X-Service-Token`,
 * `Authorization`.
 */
export const secretName =
  /(secret|password|passphrase|api[_-]?key|-key|cipherkey|privatekey|credential|token|authorization|-auth|cookie)$/i
