import { type Environment, requiredSetting, SettingError } from '../../kit/settings.js'
import type { Store } from './store.js'

/** What `open.ts` of a store's folder exports. */
interface StoreFolder {
  /** Opens the store by its own settings. @throws Error for an operator's mistake, naming setting or file. */
  open(env: Environment): Promise<Store>
  /** Judges its own settings; opens nothing. @throws as `open` for them. */
  judge?(env: Environment): void
}

/** AUTH_STORE → the store's folder, loaded only where it is used: a client may take as long to load as all the rest. */
const folders: Readonly<Record<string, () => Promise<StoreFolder>>> = {
  lowdb: () => import('./lowdb/open.js'),
  elasticsearch: () => import('./elasticsearch/open.js'),
}

/** What AUTH_STORE may be. */
export const storeNames: readonly string[] = Object.keys(folders)

/** Opens the store that AUTH_STORE names. @throws Error for an unknown one, and as the store itself. */
export async function openStore(env: Environment): Promise<Store> {
  const { open } = await folderOf(env)
  return open(env)
}

/** Judges the settings of the store that AUTH_STORE names. @throws as `openStore` for them. */
export async function judgeStore(env: Environment): Promise<void> {
  const { judge } = await folderOf(env)
  judge?.(env)
}

function folderOf(env: Environment): Promise<StoreFolder> {
  const name = requiredSetting('AUTH_STORE', env)
  const load = Object.hasOwn(folders, name) ? folders[name] : undefined
  if (!load) throw new SettingError('AUTH_STORE', `AUTH_STORE must be ${storeNames.join(' or ')}`)
  return load()
}
