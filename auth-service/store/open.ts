import { ownLevel } from '../../kit/api/levels.js'
import { type Environment, requiredSetting, SettingError } from '../../kit/config/settings.js'
import type { Store } from './store.js'

/** The exports of `open.ts` in a store's folder. */
interface StoreFolder {
  /**
   * Opens the store by its own settings. @throws Error for an operator's mistake, naming setting or
   * file.
   */
  open(env: Environment): Promise<Store>
  /** Validates its own settings; opens nothing. @throws as `open` for them. */
  validate?(env: Environment): void
  /** @throws Error when the store was marked as moved: no service may start on it. */
  refuseMoved?(env: Environment): Promise<void>
  /** Marks a store as moved; the commands still open it. */
  markMoved?(env: Environment, to: string): Promise<void>
}

/**
 * AUTH_STORE → the store's folder, loaded on demand: a client may take as long to load as all the
 * rest.
 */
const folders: Readonly<Record<string, () => Promise<StoreFolder>>> = {
  lowdb: () => import('./lowdb/open.js'),
  elasticsearch: () => import('./elasticsearch/open.js'),
}

/** The values of AUTH_STORE. */
export const storeNames: readonly string[] = Object.keys(folders)

/**
 * Opens the store that AUTH_STORE names. @throws Error for an unknown one, and as the store itself.
 */
export async function openStore(env: Environment): Promise<Store> {
  const { open } = await openFolder(env)
  return open(env)
}

/** Validates the settings of the store that AUTH_STORE names. @throws as `openStore` for them. */
export async function validateStore(env: Environment): Promise<void> {
  const { validate } = await openFolder(env)
  validate?.(env)
}

/**
 * Opens it for a service, which writes. @throws as `openStore`, and for a store that was marked as
 * moved, or holds what this program cannot enforce.
 */
export async function openServedStore(env: Environment): Promise<Store> {
  const folder = await openFolder(env)
  await folder.refuseMoved?.(env)
  const store = await folder.open(env)
  try {
    await refuseNewer(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Records of a newer program, which this one would let do what they must not. */
async function refuseNewer(store: Store): Promise<void> {
  const level = ownLevel()
  const count = await store.countAbove(level)
  if (count === 0) return
  throw new Error(
    `the auth store (${store.place}) has ${count} record(s) of a newer version, which this one ` +
      `cannot enforce: they need a level above ${level}. Start the newer version again, or bring ` +
      'back a backup from before the upgrade (docs/upgrading.md).',
  )
}

/**
 * Marks the store that AUTH_STORE names as moved, if it supports that. @param to The store that has
 * its records now.
 */
export async function markMoved(env: Environment, to: string): Promise<void> {
  const folder = await openFolder(env)
  await folder.markMoved?.(env, to)
}

function openFolder(env: Environment): Promise<StoreFolder> {
  const name = requiredSetting('AUTH_STORE', env)
  const load = Object.hasOwn(folders, name) ? folders[name] : undefined
  if (!load) throw new SettingError('AUTH_STORE', `AUTH_STORE must be ${storeNames.join(' or ')}`)
  return load()
}
