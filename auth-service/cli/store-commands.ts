import { isDeepStrictEqual } from 'node:util'
import { type Environment, logLevel, requiredSetting } from '../../kit/config/settings.js'
import { readBackup, writeBackup } from '../store/backup-file.js'
import { markMoved, openStore } from '../store/open.js'
import { kinds, type Store } from '../store/store.js'
import { fill, readStableTables, type TableRow, type Tables } from '../store/transfer.js'

/*
 * Commands on a whole store. They open it themselves, so no auth service may run on it: the file of
 * one machine is locked while one does.
 */

/**
 * Writes all records of the store to a file, and reads it back. @throws Error for the operator to
 * read.
 */
export async function backUp(file: string, env: Environment): Promise<TableRow[]> {
  const tables = await using(env, readTables)
  await writeBackup(file, tables)
  if (!isDeepStrictEqual(await readBackup(file), tables))
    throw new Error(`${file} does not contain what was written to it`)
  return kinds.map((table) => ({ table, records: tables[table].size, written: tables[table].size }))
}

/** Writes the records of a backup to an empty store. @throws Error for the operator to read. */
export async function restore(file: string, env: Environment): Promise<TableRow[]> {
  const tables = await readBackup(file)
  return using(env, (store) => fill(store, tables))
}

/**
 * Writes all records to an empty store of another kind, and marks a file store as moved. @throws
 * Error for the operator to read.
 */
export async function copyTo(name: string, env: Environment): Promise<TableRow[]> {
  if (name === requiredSetting('AUTH_STORE', env)) {
    throw new Error(
      `AUTH_STORE is ${name} already: it names the store to copy from, --to the one to copy to`,
    )
  }
  const rows = await using(env, async (from) => {
    const tables = await readTables(from)
    return using({ ...env, AUTH_STORE: name }, (to) => fill(to, tables))
  })
  await markMoved(env, name)
  return rows
}

async function readTables(store: Store): Promise<Tables> {
  const tables = await readStableTables(store)
  if (kinds.every((kind) => tables[kind].size === 0)) {
    throw new Error('the store is empty: are AUTH_STORE and DATA_DIR those of the service?')
  }
  return tables
}

async function using<Result>(
  env: Environment,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  logLevel(env)
  const store = await openStore(env)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
