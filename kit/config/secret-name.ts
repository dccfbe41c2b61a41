/** What stands under a name that ends so is a secret: `serviceSecret`, `X-Service-Token`, `Authorization`. */
export const secretName =
  /(secret|password|passphrase|api[_-]?key|-key|cipherkey|privatekey|credential|token|authorization|-auth|cookie)$/i
