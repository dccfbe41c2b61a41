import type {
  ApiKeyRow,
  ChangesPage,
  CreatedApiKey,
  DeletedUser,
  Health,
  ImportedUser,
  Invitation,
  KeyToVerify,
  KeyVerification,
  NewUser,
  PublicKeysAnswer,
  SigningKeyRows,
  UserRow,
} from './internal-answers.js'
import { filledPath, type PathParts } from './path-template.js'

/**
 * The calls between our own parts (docs/architecture.md, "Internal calls"): the auth service answers
 * them on its internal listener, the gateway uses the first four, the command line the rest.
 * `{user}` is an id or an e-mail address.
 */
export const internalCalls = {
  health: { method: 'GET', path: '/internal/health' },
  publicKeys: { method: 'GET', path: '/internal/public-keys' },
  verifyApiKey: { method: 'POST', path: '/internal/api-keys/verify' },
  changes: { method: 'GET', path: '/internal/changes' },
  listUsers: { method: 'GET', path: '/internal/users' },
  addUser: { method: 'POST', path: '/internal/users' },
  importUser: { method: 'POST', path: '/internal/users/import' },
  inviteUser: { method: 'POST', path: '/internal/invitations' },
  disableUser: { method: 'POST', path: '/internal/users/{user}/disable' },
  enableUser: { method: 'POST', path: '/internal/users/{user}/enable' },
  resetPassword: { method: 'POST', path: '/internal/users/{user}/password' },
  setRole: { method: 'POST', path: '/internal/users/{user}/role' },
  setUserPlan: { method: 'POST', path: '/internal/users/{user}/plan' },
  deleteUser: { method: 'DELETE', path: '/internal/users/{user}' },
  listApiKeys: { method: 'GET', path: '/internal/api-keys' },
  revokeApiKey: { method: 'POST', path: '/internal/api-keys/{id}/revoke' },
  setApiKeyPlan: { method: 'POST', path: '/internal/api-keys/{id}/plan' },
  rotateApiKey: { method: 'POST', path: '/internal/api-keys/{id}/rotate' },
  listSigningKeys: { method: 'GET', path: '/internal/signing-keys' },
  rotateSigningKeys: { method: 'POST', path: '/internal/signing-keys/rotate' },
  withdrawSigningKey: { method: 'DELETE', path: '/internal/signing-keys/{kid}' },
} as const satisfies Record<string, { method: string; path: `/internal/${string}` }>

export type InternalCallName = keyof typeof internalCalls
export type InternalPath<Name extends InternalCallName> = (typeof internalCalls)[Name]['path']

/** The query, the body and the `data` of the answer of each call. */
interface InternalTypes {
  health: { answer: Health }
  publicKeys: { answer: PublicKeysAnswer }
  verifyApiKey: { body: KeyToVerify; answer: KeyVerification }
  /**
   * `since` is the cursor of the last answer; without it, or with an unknown one, the answer is a
   * snapshot. When nothing has changed since, the answer waits for a change, `waitMs` milliseconds
   * at most (30,000; 0 without it).
   */
  changes: { query: { since?: string; waitMs?: string }; answer: ChangesPage }
  listUsers: { answer: { users: readonly UserRow[] } }
  addUser: { body: NewUser; answer: UserRow }
  /** With `trial` it is only checked. `plan: null` removes the user's own plan. */
  importUser: {
    body: { email: string; name: string; role?: string; plan?: string | null; trial?: boolean }
    answer: ImportedUser
  }
  inviteUser: { body: { email: string; role?: string }; answer: Invitation }
  disableUser: { answer: UserRow }
  enableUser: { answer: UserRow }
  resetPassword: { body: { password: string }; answer: UserRow }
  setRole: { body: { role: string }; answer: UserRow }
  /** `null` removes the user's own plan. */
  setUserPlan: { body: { plan: string | null }; answer: UserRow }
  deleteUser: { answer: DeletedUser }
  /** Of one user, or of all. */
  listApiKeys: { query: { user?: string }; answer: { keys: readonly ApiKeyRow[] } }
  revokeApiKey: { answer: ApiKeyRow }
  /** `null` removes the key's own plan. */
  setApiKeyPlan: { body: { plan: string | null }; answer: ApiKeyRow }
  rotateApiKey: { body: { graceSeconds?: number }; answer: CreatedApiKey }
  listSigningKeys: { answer: SigningKeyRows }
  rotateSigningKeys: { answer: SigningKeyRows }
  withdrawSigningKey: { answer: SigningKeyRows }
}

export type InternalAnswer<Name extends InternalCallName> = InternalTypes[Name]['answer']
export type InternalBody<Name extends InternalCallName> = InternalTypes[Name] extends {
  body: infer Body
}
  ? Body
  : undefined
export type InternalQuery<Name extends InternalCallName> = InternalTypes[Name] extends {
  query: infer Query
}
  ? Query
  : undefined

/** The start of a request for an internal call. */
export interface InternalRequest {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  path: string
}

/** The request for a call, with its path parameters filled in, and its query. */
export function internalRequest<Name extends InternalCallName>(
  name: Name,
  parts: PathParts<InternalPath<Name>>,
  query?: InternalQuery<Name>,
): InternalRequest {
  const path: InternalPath<Name> = internalCalls[name].path
  const given = Object.entries<string | undefined>(query ?? {}).filter(
    ([, value]) => value !== undefined,
  )
  const search = new URLSearchParams(given as [string, string][])
  const target = filledPath(path, parts) + (search.size === 0 ? '' : `?${search}`)
  return { method: internalCalls[name].method, path: target }
}
