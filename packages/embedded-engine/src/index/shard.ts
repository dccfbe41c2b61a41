import { unsupported } from '../errors.js'
import { parseAsWritten } from '../exact-json.js'
import { parseDocument } from '../mapping/document.js'
import type { FieldMapping } from '../mapping/field-mapping.js'
import type { Mapping } from '../mapping/mapping.js'
import type { Docs, Value } from '../types.js'
import { Field } from './field.js'

/** A stored document. */
export class Stored {
  readonly id: string
  readonly version: number
  readonly sequence: number
  /** Fields with values that were left out. */
  readonly ignored: readonly string[]
  /** JSON as it came: bytes, because the garbage collector need not walk them. */
  readonly bytes: Buffer

  constructor(
    id: string,
    source: Buffer,
    version: number,
    sequence: number,
    ignored: readonly string[],
  ) {
    this.id = id
    this.version = version
    this.sequence = sequence
    this.ignored = ignored
    this.bytes = source
  }

  /** The document as it was sent: its numbers with all their digits. */
  get source(): Record<string, unknown> {
    return parseAsWritten(this.bytes.toString()) as Record<string, unknown>
  }
}

/** Fields that Elasticsearch gives each document besides those of the mapping. */
const metadata: ReadonlySet<string> = new Set([
  ...['_doc_count', '_field_names', '_id', '_ignored', '_index', '_routing', '_seq_no', '_tier'],
  '_version',
])

const nothingIgnored: readonly string[] = []

/** What an index is besides its name and its mapping. */
export interface ShardOptions {
  /** As it was made, by its request and its template. */
  definition: { settings: Record<string, unknown>; mappings: Record<string, unknown> }
  /** Patterns do not mean it. */
  isHidden: boolean
  /** Whether a keeper keeps it. */
  isKept: boolean
}

const plain: ShardOptions = {
  definition: { settings: {}, mappings: {} },
  isHidden: false,
  isKept: false,
}

/**
 * The documents of one index, numbered as they came, and the fields that find them; what
 * Elasticsearch calls a shard.
 */
export class Shard {
  /** Name of the index. */
  readonly name: string
  readonly mapping: Mapping
  readonly definition: ShardOptions['definition']
  readonly isKept: boolean
  isHidden: boolean
  readonly #fields = new Map<string, Field>()
  readonly #stored: (Stored | undefined)[] = []
  readonly #numbers = new Map<string, number>()
  #live: Docs | undefined
  #sequence = 0

  constructor(name: string, mapping: Mapping, { definition, isHidden, isKept } = plain) {
    this.name = name
    this.mapping = mapping
    this.definition = definition
    this.isHidden = isHidden
    this.isKept = isKept
  }

  /** Numbers given so far; every document's number is below. */
  get size(): number {
    return this.#stored.length
  }

  /** How many documents there are. */
  get count(): number {
    return this.#numbers.size
  }

  /** All documents. */
  get live(): Docs {
    this.#live ??= Int32Array.from(this.#numbers.values()).sort()
    return this.#live
  }

  /** A mapped field, or undefined. @throws Unsupported for one that Elasticsearch always has. */
  field(name: string): Field | undefined {
    if (metadata.has(name)) throw unsupported(`the field ${name} here`)
    const known = this.#fields.get(name)
    if (known !== undefined) return known
    const mapping = this.mapping.fields.get(name)
    return mapping === undefined ? undefined : this.#fieldOf(mapping)
  }

  /** The number of a document by its id. */
  numberOf(id: string): number | undefined {
    return this.#numbers.get(id)
  }

  document(doc: number): Stored {
    return this.#stored[doc]!
  }

  /**
   * Adds a document or replaces the one with its id.
   * @param source the document as JSON, an object; @param object the same, read
   * @throws EngineError when the mapping refuses it; nothing is changed then.
   */
  put(id: string, source: Buffer, object: Record<string, unknown>): Stored {
    const { values, ignored } = parseDocument(this.mapping, id, object)
    const old = this.#remove(id)
    const doc = this.#stored.length
    for (const [mapping, found] of values) this.#fieldOf(mapping).add(doc, found)
    const left = ignored.size === 0 ? nothingIgnored : [...ignored.keys()].sort()
    const stored = new Stored(id, source, (old?.version ?? 0) + 1, this.#sequence++, left)
    this.#stored.push(stored)
    this.#numbers.set(id, doc)
    this.#live = undefined
    return stored
  }

  /** The same documents in an index of its own. */
  copy(): Shard {
    const { definition, isHidden, isKept } = this
    const copy = new Shard(this.name, this.mapping, { definition, isHidden, isKept })
    for (const doc of this.live) {
      const { id, bytes, source } = this.document(doc)
      copy.put(id, bytes, source)
    }
    return copy
  }

  /** Takes a document out; answers what it was, or undefined. */
  delete(id: string): Stored | undefined {
    const old = this.#remove(id)
    if (old !== undefined) this.#sequence++
    return old
  }

  #remove(id: string): Stored | undefined {
    const doc = this.#numbers.get(id)
    if (doc === undefined) return undefined
    const old = this.#stored[doc]!
    const { values } = parseDocument(this.mapping, id, old.source)
    for (const [mapping, found] of values) this.#fieldOf(mapping).remove(doc, found as Value[])
    this.#stored[doc] = undefined
    this.#numbers.delete(id)
    this.#live = undefined
    return old
  }

  #fieldOf(mapping: FieldMapping): Field {
    let field = this.#fields.get(mapping.name)
    if (field === undefined) {
      field = new Field(mapping)
      this.#fields.set(mapping.name, field)
    }
    return field
  }
}
