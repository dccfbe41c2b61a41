import { dataFolder } from '../../../kit/data-folder.js'
import type { Environment } from '../../../kit/settings.js'
import type { Store } from '../store.js'
import { openLowdbStore } from './lowdb.js'

/** The store in DATA_DIR. @throws Error as dataFolder and openLowdbStore. */
export async function open(env: Environment): Promise<Store> {
  return openLowdbStore(dataFolder(env))
}
