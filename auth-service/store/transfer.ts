import { isDeepStrictEqual } from 'node:util'
import { kinds, type RecordKind, type Records, type Store } from './store.js'

/** All records of a store, by kind and id. */
export type Tables = { readonly [K in RecordKind]: ReadonlyMap<string, Records[K]> }

/** The result for the records of one kind. */
export interface TableRow {
  table: RecordKind
  records: number
  /** Those that did not exist yet. */
  written: number
}

/**
 * All records of a store. @throws Error when it is written meanwhile, StoreError when it cannot be
 * read.
 */
export async function readStableTables(store: Store): Promise<Tables> {
  const tables = await readTables(store)
  // a file store is locked; a shared one can only be read twice and compared
  if (store.isShared && !isDeepStrictEqual(tables, await readTables(store))) {
    throw new Error('the store is being written: stop every auth service first')
  }
  return tables
}

/**
 * Writes records into a store that is empty or holds some of them, and reads all of it back. An
 * interrupted run can be repeated: existing records are left unchanged.
 * @throws Error when the store holds anything else, which is left alone; when it fails; or when it
 *   reads back differently.
 */
export async function fill(store: Store, tables: Tables): Promise<TableRow[]> {
  const before = await readTables(store)
  refuseOthers(before, tables)
  const rows: TableRow[] = []
  try {
    for (const table of kinds)
      rows.push(await fillTable(store, table, tables[table], before[table]))
    if (isDeepStrictEqual(await readTables(store), tables)) return rows
  } catch (cause) {
    throw new Error(`${(cause as Error).message}. ${again}`, { cause })
  }
  throw new Error(`the store does not contain what was written to it. ${again}`)
}

const again =
  'Some of the records may be written: run the same command again before you start a service ' +
  'on that store.'

async function readTables(store: Store): Promise<Tables> {
  const tables = await Promise.all(
    kinds.map(async (kind) => [kind, await store.all(kind)] as const),
  )
  return Object.fromEntries(tables) as unknown as Tables
}

async function fillTable<K extends RecordKind>(
  store: Store,
  table: K,
  records: ReadonlyMap<string, Records[K]>,
  present: ReadonlyMap<string, Records[K]>,
): Promise<TableRow> {
  const missing = new Map([...records].filter(([id]) => !present.has(id)))
  await store.createAll(table, missing)
  return { table, records: records.size, written: missing.size }
}

function refuseOthers(present: Tables, tables: Tables): void {
  const others = kinds.flatMap((kind) => {
    const known: ReadonlyMap<string, object> = tables[kind]
    const count = [...present[kind]].filter(
      ([id, record]) => !isDeepStrictEqual(record, known.get(id)),
    ).length
    return count === 0 ? [] : [`${kind}: ${count}`]
  })
  if (others.length === 0) return
  throw new Error(
    `the store to be written holds other records already (${others.join(', ')}), and is left ` +
      'as it is. Name an empty one.',
  )
}
