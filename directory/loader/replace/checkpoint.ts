import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { families, indexBody, type MarkedMappings } from '../record/format.js'
import type { WriteIndices } from '../write/indices.js'
import { request, requestOptional } from '../write/request.js'
import type { LoadTarget } from '../write/target.js'

/** What is recorded of a load in progress, in the mapping of the first family's index. */
interface SavedProgress {
  /** Its `loadId`. */
  id: string
  /** Rows from the beginning of the files that are loaded. */
  rows: number
  /** When this was recorded, by the clock of the loader. */
  savedAt: string
  /** Of a replacement with all rows: the indices to delete once searches no longer find them. */
  replaced?: readonly string[]
}

type IndexMeta = NonNullable<MarkedMappings['_meta']> & { load?: SavedProgress }

const [first] = families as [(typeof families)[number]]

/** What distinguishes a load from others. */
export interface LoadIdentity {
  files: readonly { path: string; size: number }[]
  encoding: string | undefined
  replace: boolean
  keepMissing: boolean
}

/**
 * Identifies a load: files of the same content, read in the same way by a program with the same
 * mappings, for the same purpose.
 */
export async function loadId({
  files,
  encoding,
  replace,
  keepMissing,
}: LoadIdentity): Promise<string> {
  const digest = createHash('sha256')
  digest.update(JSON.stringify([encoding, replace, keepMissing, families.map(indexBody)]))
  for (const { path, size } of files) {
    digest.update(`\n${size}\n`)
    for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer)
  }
  return digest.digest('hex').slice(0, 32)
}

/** Records how far a load is, so that it can be resumed. */
export class Checkpoint {
  readonly #target: LoadTarget
  /** The index that holds the record. */
  readonly index: string
  readonly #id: string
  #rows = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(target: LoadTarget, indices: WriteIndices, id: string) {
    this.#target = target
    this.index = indices.get(first)!
    this.#id = id
  }

  /** @throws Error when the engine refuses, or does not answer. */
  save(rows: number): Promise<void> {
    this.#rows = rows
    return this.#write(this.#progress())
  }

  /** Records the indices that a replacement replaces, before it does. @throws Error as `save`. */
  saveReplaced(replaced: readonly string[]): Promise<void> {
    return this.#write({ ...this.#progress(), replaced })
  }

  #progress(): SavedProgress {
    return { id: this.#id, rows: this.#rows, savedAt: new Date().toISOString() }
  }

  /**
   * Removes the record, unless the index has been deleted meanwhile: the load is complete.
   * @throws Error as `save`.
   */
  clear(): Promise<void> {
    return this.#write(undefined)
  }

  /** One after the other, whether or not the earlier one succeeds. */
  #write(load: SavedProgress | undefined): Promise<void> {
    const write = async () => {
      const { load: _, ...meta } = (await metasOf(this.#target, this.index)).get(this.index) ?? {}
      const changed: IndexMeta = { ...meta, ...(load && { load }) }
      const send = load ? request : requestOptional
      await send(this.#target, 'PUT', `/${this.index}/_mapping`, { _meta: changed })
    }
    this.#writing = this.#writing.then(write, write)
    return this.#writing
  }
}

/**
 * An interrupted load: its index, and what is recorded of it. Of several with this id, it is the
 * last one.
 * @param name An index of the first family, or a pattern. @throws Error when the engine refuses.
 */
export async function interruptedLoad(
  target: LoadTarget,
  name: string,
  id: string,
): Promise<(SavedProgress & { index: string }) | undefined> {
  const found = [...(await metasOf(target, name))].flatMap(([index, { load }]) =>
    load?.id === id ? [{ ...load, index }] : [],
  )
  return found.sort((a, b) => (a.index < b.index ? -1 : 1)).at(-1)
}

/**
 * Indices that were replaced by a load that ended before it deleted them. @throws Error when the
 * engine refuses.
 */
export async function replacedBefore(target: LoadTarget): Promise<readonly string[]> {
  const metas = [...(await metasOf(target, first.alias)).values()]
  return metas.flatMap(({ load }) => load?.replaced ?? [])
}

/** `_meta` of the mapping of each index of a name or pattern, hidden ones included. */
export async function metasOf(target: LoadTarget, name: string): Promise<Map<string, IndexMeta>> {
  const path = `/${name}/_mapping?expand_wildcards=all`
  const answer = (await requestOptional(target, 'GET', path)) as Record<
    string,
    { mappings: MarkedMappings }
  >
  return new Map(
    Object.entries(answer ?? {}).map(([index, { mappings }]) => [index, mappings._meta ?? {}]),
  )
}
