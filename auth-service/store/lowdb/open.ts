import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from '../../../kit/config/data-folder.js'
import type { Environment } from '../../../kit/config/settings.js'
import { syncFolder, writeSynced } from '../../../kit/process/durable.js'
import type { Store } from '../store.js'
import { openLowdbStore } from './lowdb.js'

/** Next to the file of a store whose records were copied to another one. */
const movedName = 'auth.moved'

/** The store in DATA_DIR. @throws Error as dataFolder and openLowdbStore. */
export async function open(env: Environment): Promise<Store> {
  return openLowdbStore(dataFolder(env))
}

/**
 * @throws Error when the records have moved: what the other store has revoked would be valid again
 *   in this one.
 */
export async function refuseMoved(env: Environment): Promise<void> {
  const folder = dataFolder(env)
  if (existsSync(join(folder, movedName))) {
    throw new Error(
      `the store in ${folder} has moved, and its file is old: set AUTH_STORE to the store that ` +
        'it was copied to. ' +
        `To use this folder again, remove auth.json, auth.previous.json and ${movedName}.`,
    )
  }
}

/**
 * Marks the store in DATA_DIR as moved: no service starts on it again. @param to The new
 * AUTH_STORE.
 */
export async function markMoved(env: Environment, to: string): Promise<void> {
  const folder = dataFolder(env)
  await writeSynced(
    join(folder, movedName),
    Buffer.from(`copied to ${to} at ${new Date().toISOString()}\n`),
    'w',
  )
  await syncFolder(folder)
}
