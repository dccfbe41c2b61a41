import { resolve } from 'node:path'
import { type Environment, requiredSetting } from '../../../kit/settings.js'
import type { Store } from '../store.js'
import { openLowdbStore } from './lowdb.js'

/** The store in DATA_DIR. @throws Error as openLowdbStore. */
export async function open(env: Environment): Promise<Store> {
  return openLowdbStore(resolve(requiredSetting('DATA_DIR', env)))
}
