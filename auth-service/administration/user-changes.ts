import type { ApiKeys } from '../api-keys/api-keys.js'
import { audit } from '../kit/audit.js'
import type { Sessions } from '../sessions/sessions.js'
import type { UserRecord } from '../store/store.js'
import type { Users } from '../users/users.js'

/** The changes of an account by others that reach its sessions and keys. */
export class UserChanges {
  readonly #users: Users
  readonly #sessions: Sessions
  readonly #apiKeys: ApiKeys

  constructor(parts: { users: Users; sessions: Sessions; apiKeys: ApiKeys }) {
    this.#users = parts.users
    this.#sessions = parts.sessions
    this.#apiKeys = parts.apiKeys
  }

  /** Refuses all of an account's credentials; its sessions end. @throws ApiError NOT_FOUND. */
  async disable(user: UserRecord): Promise<UserRecord> {
    const disabled = await this.#users.setDisabled(user, true)
    await this.#sessions.endAll(user.id)
    return disabled
  }

  /** Admits a disabled account again. @throws ApiError NOT_FOUND. */
  enable(user: UserRecord): Promise<UserRecord> {
    return this.#users.setDisabled(user, false)
  }

  /** @throws ApiError VALIDATION_ERROR for an unknown role, NOT_FOUND. */
  async setRole(user: UserRecord, role: string): Promise<UserRecord> {
    const changed = await this.#users.setRole(user, role)
    // tokens carry the scopes of the role that they were issued for
    await this.#sessions.endAll(user.id)
    return changed
  }

  /**
   * Deletes an account with its personal data; one that was cut off can be repeated.
   * @returns the number of API keys that were revoked. @throws ApiError NOT_FOUND.
   */
  async remove(user: UserRecord): Promise<number> {
    await this.#users.startRemoval(user)
    await this.#sessions.endAll(user.id)
    const keysRevoked = await this.#apiKeys.revokeAll(user.id)
    await this.#users.forget(user)
    return keysRevoked
  }

  /** Finishes the deletions that a crash, or a store that failed, has cut off. */
  async finishRemovals(): Promise<void> {
    for (const user of await this.#users.leaving()) {
      await this.remove(user)
      audit('user-deleted', { requestId: 'sweep', address: 'local', userId: user.id })
    }
  }
}
