/** What a call of the auth service takes: an access token in a header, or nothing. */
export type AuthAccess = 'token' | 'none'

/**
 * The calls of the auth service that gateways pass on, by method and path. The service judges their credentials
 * itself, so that nothing in a gateway's YAML says which of them take one. A test compares it with the service's routes.
 */
export const authCalls: readonly { method: string; path: string; access: AuthAccess }[] = [
  { method: 'POST', path: '/api/v1/auth/login', access: 'none' },
  { method: 'POST', path: '/api/v1/auth/refresh', access: 'none' },
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
]
