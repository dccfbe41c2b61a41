import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bulk } from '../bulk.js'
import type { Shard } from '../index/shard.js'
import type { Indices, Keeper } from '../indices.js'
import { readDefinitions, writeDefinitions } from './definitions.js'
import { Log } from './log.js'

const newline = Buffer.from('\n')

/**
 * Keeps indices, aliases, templates and documents in a folder: a log for each index, whose batches
 * are bulk requests, and one file of definitions. What a call has changed is on the disk before it
 * is answered (`commit`).
 */
export class Kept implements Keeper {
  readonly #folder: string
  readonly #indices: Indices
  readonly #logs = new Map<Shard, Log>()
  /** Lines of the bulk requests that the next commit adds. */
  readonly #open = new Map<Shard, Buffer[]>()
  #keptRevision = 0
  #files = 0

  /**
   * Brings back what the folder holds into empty indices, and keeps what they become.
   * @param report Gets a sentence about the damage.
   * @throws Error when the folder cannot be used, or holds what this engine cannot read.
   */
  constructor(folder: string, indices: Indices, report: (sentence: string) => void) {
    this.#folder = folder
    this.#indices = indices
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { indices: kept, templates } = readDefinitions(this.#definitionsFile) ?? {
      indices: {},
      templates: {},
    }
    for (const [name, template] of Object.entries(templates))
      indices.restoreTemplate(name, template)
    for (const [name, { file, isHidden, ...definition }] of Object.entries(kept)) {
      const shard = indices.restore(name, definition, isHidden)
      const log = new Log(join(folder, file))
      this.#logs.set(shard, log)
      const { batches, cutBytes } = log.read()
      for (const batch of batches) bulk(indices, batch, name)
      if (cutBytes > 0)
        report(`${log.path}: the last ${cutBytes} bytes were no whole batch and are cut off`)
    }
    const known = new Set(['indices.json', ...Object.values(kept).map(({ file }) => file)])
    for (const name of readdirSync(folder)) {
      this.#files = Math.max(this.#files, Number.parseInt(name, 10) || 0)
      // of an index that was deleted, or never quite made
      if (name.endsWith('.log') && !known.has(name)) rmSync(join(folder, name))
    }
    this.#keptRevision = indices.revision
    indices.keeper = this
  }

  wrote(shard: Shard, action: object, source?: Buffer): void {
    if (!shard.isKept) return
    const lines = this.#open.get(shard) ?? []
    this.#open.set(shard, lines)
    lines.push(Buffer.from(`${JSON.stringify(action)}\n`))
    if (source !== undefined) lines.push(source, newline)
  }

  commit(): void {
    const batches = [...this.#open]
    this.#open.clear()
    for (const [shard, lines] of batches) this.#logOf(shard).append(Buffer.concat(lines))
    if (this.#indices.revision !== this.#keptRevision) this.#keepDefinitions()
  }

  close(): void {
    for (const log of this.#logs.values()) log.close()
  }

  get #definitionsFile(): string {
    return join(this.#folder, 'indices.json')
  }

  #keepDefinitions(): void {
    const { names, templates, revision } = this.#indices
    const shards = names.map((name) => this.#indices.get(name)).filter(({ isKept }) => isKept)
    const entries = shards.map((shard) => {
      const { name, definition, isHidden } = shard
      const file = basename(this.#logOf(shard).path)
      return [
        name,
        { file, ...definition, isHidden, aliases: this.#indices.aliasesOf(name) },
      ] as const
    })
    writeDefinitions(this.#definitionsFile, { indices: Object.fromEntries(entries), templates })
    this.#keptRevision = revision
    for (const [shard, log] of this.#logs) {
      if (shards.includes(shard)) continue
      this.#logs.delete(shard)
      log.remove()
    }
  }

  #logOf(shard: Shard): Log {
    let log = this.#logs.get(shard)
    if (log === undefined) {
      log = new Log(join(this.#folder, `${++this.#files}.log`))
      this.#logs.set(shard, log)
    }
    return log
  }
}
