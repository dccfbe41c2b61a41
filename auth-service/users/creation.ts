import { normalizeEmail } from '../kit/email.js'
import { ConflictError } from '../store/errors.js'
import type { RecordKind, Records, Store, UserRecord } from '../store/store.js'

/**
 * Writes a new account, if its e-mail address is free. The address is claimed for an id first, and
 * the row comes last, so that a creation that was cut off leaves no account. Its claim is taken
 * over: its id becomes that of a deleted user, so that a creation that goes on finds the id taken.
 */
export async function createAccount(
  store: Store,
  user: Omit<UserRecord, 'id'>,
): Promise<UserRecord | undefined> {
  const address = normalizeEmail(user.email)
  const ids = (await store.list('users')).map(({ id }) => id)
  const id = ids.reduce((highest, id) => Math.max(highest, id), 0) + 1
  const isOwn = await isCreated(store, 'emails', address, { userId: id })
  let claimed = isOwn ? id : (await store.get('emails', address))?.userId
  let row: UserRecord = isOwn
    ? { ...user, id }
    : toDeletedUser({ id: claimed ?? 0 }, user.createdAt)
  while (claimed !== undefined) {
    const isFirst = await isCreated(store, 'users', String(claimed), row)
    if (isFirst && !row.deletedAt) return row
    const holder = await store.get('users', String(claimed))
    if (holder && normalizeEmail(holder.email) === address) return undefined
    const next = Math.max(id, claimed + 1)
    claimed = (await isMoved(store, address, claimed, next)) ? next : undefined
    row = { ...user, id: next }
  }
  return undefined
}

/** What remains of a deleted user: an id that is never assigned again. */
export function toDeletedUser(user: Partial<UserRecord> & { id: number }, at: number): UserRecord {
  const { id, createdAt = at, disabledAt = at } = user
  const none = { email: '', name: '', role: '', passwordHash: '' }
  return { id, ...none, createdAt, disabledAt, deletedAt: at }
}

/** Claims the address for another id, if no one else has done so. */
async function isMoved(store: Store, address: string, before: number, id: number) {
  let isFirst = false
  await store.change('emails', address, ({ userId }) => {
    isFirst = userId === before
    return isFirst ? { userId: id } : undefined
  })
  return isFirst
}

/** Creates a record, if its id is free. */
async function isCreated<K extends RecordKind>(
  store: Store,
  kind: K,
  id: string,
  record: Records[K],
): Promise<boolean> {
  try {
    await store.create(kind, id, record)
    return true
  } catch (error) {
    if (error instanceof ConflictError) return false
    throw error
  }
}
