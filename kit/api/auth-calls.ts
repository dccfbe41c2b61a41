/** The credential of an auth service call: an access token in a header, or none. */
export type AuthAccess = 'token' | 'none'

/**
 * The calls of the auth service that gateways pass on, by method and path. The service verifies
 * their credentials itself, so a gateway's YAML does not say which of them need one. A test
 * compares it with the service's routes.
 */
export const authCalls: readonly { method: string; path: string; access: AuthAccess }[] = [
  { method: 'POST', path: '/api/v1/auth/login', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/refresh', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/cookie/login', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/cookie/refresh', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/cookie/logout', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/logout', access: 'token' },
  { method: 'POST', path: '/api/v1/auth/logout-all', access: 'token' },
  { method: 'GET', path: '/api/v1/auth/me', access: 'token' },
  { method: 'POST', path: '/api/v1/auth/password', access: 'token' },
  { method: 'POST', path: '/api/v1/api-keys', access: 'token' },
  { method: 'GET', path: '/api/v1/api-keys', access: 'token' },
  { method: 'GET', path: '/api/v1/api-keys/{id}', access: 'token' },
  { method: 'PATCH', path: '/api/v1/api-keys/{id}', access: 'token' },
  { method: 'DELETE', path: '/api/v1/api-keys/{id}', access: 'token' },
  { method: 'POST', path: '/api/v1/api-keys/{id}/rotate', access: 'token' },
  { method: 'GET', path: '/api/v1/auth/accounts', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/register', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/verify', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/recover', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/reset', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/accept', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/delete', access: 'token' },
  { method: 'GET', path: '/api/v1/users', access: 'token' },
  { method: 'POST', path: '/api/v1/users', access: 'token' },
  { method: 'PATCH', path: '/api/v1/users/{id}', access: 'token' },
  { method: 'DELETE', path: '/api/v1/users/{id}', access: 'token' },
  { method: 'GET', path: '/.well-known/paseto-keys.json', access: 'none' },
]
