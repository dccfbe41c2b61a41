import type { Access } from '../../kit/elasticsearch/access.js'
import { fieldsOf, readTotal, searchFamily, toObject } from '../../kit/elasticsearch/ask.js'
import { log } from '../../kit/log/log.js'
import type {
  CatalogField,
  CatalogFields,
  FieldSource,
} from '../../packages/query-guard/src/index.js'
import { type CatalogData, catalogDataOf } from './catalog-data.js'
import { entityTag } from './entity-tag.js'
import { exampleIn } from './field-examples.js'
import { vocabulary } from './vocabulary.js'

/** What is known of the indices behind a gateway. */
export interface FieldCatalog extends FieldSource {
  /** Where their data comes from; absent where nothing can be known. */
  data?(index: string): CatalogData | undefined
  /** What a plugin knows of an index family (`Vocabulary.facts`), if anything. */
  facts?(index: string): unknown
  /** Another one where the data has changed, by its counts, numbers and dates; minutes later. */
  version?(index: string): string | undefined
}

/**
 * How long a result is used; a failure is retried soon, then less and less often; in milliseconds.
 */
const freshMs = 300_000
const [soonestRetryMs, latestRetryMs] = [250, 10_000]

/** Documents of a family that examples are taken from. */
const exampleDocuments = 20

/** What is known of an index family. */
interface FamilyFacts {
  fields: CatalogFields
  documents: number
  facts?: unknown
  version?: string
}

const registers = new Map<string, EngineRegister>()

/**
 * The field catalog of an engine, created once per process for all steps and reloads. It requests
 * `_field_caps`, a few documents for examples, their number, facts for plugins, and the ranges of numbers
 * and dates, which an index knows without a search: at once and every five minutes. The privilege `read` is
 * sufficient. The last answer is kept.
 * @param prefixes The prefixes of the indices' names, one for each family.
 */
export function fieldCatalogOf(access: Access, prefixes: readonly string[]): FieldCatalog {
  const id = JSON.stringify([access, prefixes])
  const known = registers.get(id) ?? new EngineRegister(access, prefixes)
  registers.set(id, known)
  return known
}

/** Resolves when each catalog has asked its engine once. */
export async function catalogsAsked(): Promise<void> {
  await Promise.all([...registers.values()].map(({ asked }) => asked))
}

/** How many documents each index family has, by its prefix, as far as the engines have told. */
export function documentsKnown(): Record<string, number> {
  return Object.assign({}, ...[...registers.values()].map((register) => register.counts()))
}

/** The fields in the engine's answer of capabilities. */
export function catalogFieldsIn(answer: Record<string, unknown>): Map<string, CatalogField> {
  const entries = Object.entries(answer).map(([name, types]): [string, CatalogField] => {
    const [[type, capabilities] = ['', {}]] = Object.entries(toObject(types))
    const { searchable, aggregatable } = toObject(capabilities)
    return [name, { type, searchable: searchable === true, aggregatable: aggregatable === true }]
  })
  return new Map(entries)
}

class EngineRegister implements FieldCatalog {
  readonly #access: Access
  readonly #prefixes: readonly string[]
  readonly #families = new Map<string, FamilyFacts>()
  readonly #data = new Map<string, CatalogData>()
  #isSilent = false
  /** Resolves when the engine has answered, or failed to, for the first time. */
  readonly asked: Promise<void>

  constructor(access: Access, prefixes: readonly string[]) {
    this.#access = access
    this.#prefixes = prefixes
    this.asked = this.#keepLearning()
  }

  get synonyms() {
    return vocabulary.fieldWords ?? []
  }

  get promised(): ReadonlySet<string> {
    return vocabulary.promisedFields ?? new Set()
  }

  fields(index: string): CatalogFields | undefined {
    return this.#families.get(this.#prefixOf(index))?.fields
  }

  documents(index: string): number {
    return this.#families.get(this.#prefixOf(index))?.documents ?? 0
  }

  counts(): Record<string, number> {
    return Object.fromEntries(
      [...this.#families].map(([prefix, { documents }]) => [prefix, documents]),
    )
  }

  facts(index: string): unknown {
    return this.#families.get(this.#prefixOf(index))?.facts
  }

  version(index: string): string | undefined {
    return this.#families.get(this.#prefixOf(index))?.version
  }

  data(index: string): CatalogData | undefined {
    return this.#data.get(this.#prefixOf(index))
  }

  #prefixOf(index: string): string {
    return this.#prefixes.find((prefix) => index.startsWith(prefix)) ?? ''
  }

  async #keepLearning(retryMs = soonestRetryMs): Promise<void> {
    const isLearned = await this.#learn()
    const nextRetryMs = isLearned ? soonestRetryMs : Math.min(2 * retryMs, latestRetryMs)
    setTimeout(() => void this.#keepLearning(nextRetryMs), isLearned ? freshMs : retryMs).unref()
  }

  async #learn(): Promise<boolean> {
    try {
      for (const prefix of this.#prefixes) {
        this.#data.set(prefix, await catalogDataOf(this.#access, prefix))
        this.#families.set(prefix, await this.#family(prefix))
      }
      if (this.#isSilent) log.info('the engine returns its fields again')
      this.#isSilent = false
    } catch (error) {
      if (!this.#isSilent)
        log.warn({ reason: (error as Error).message }, 'the engine does not return its fields')
      this.#isSilent = true
    }
    return !this.#isSilent
  }

  async #family(prefix: string): Promise<FamilyFacts> {
    const fields = catalogFieldsIn(await fieldsOf(this.#access, prefix))
    const documents = fields.size > 0 ? await this.#documents(prefix) : []
    for (const [name, field] of fields) {
      const example = exampleIn(documents, name)
      if (example !== undefined) fields.set(name, { ...field, example })
    }
    if (fields.size === 0) return { fields, documents: 0 }
    return { fields, ...(await this.#measure(prefix, fields)) }
  }

  /** Adds the ends of numbers and dates to the fields. @returns how many documents there are. */
  async #measure(
    prefix: string,
    fields: Map<string, CatalogField>,
  ): Promise<Omit<FamilyFacts, 'fields'>> {
    const measured = [...fields]
      .filter(([, { type }]) => measurable.test(type))
      .map(([name]) => name)
    const aggs = Object.fromEntries(
      measured.flatMap((field, i) => [
        [`min${i}`, { min: { field } }],
        [`max${i}`, { max: { field } }],
      ]),
    )
    const body = {
      size: 0,
      track_total_hits: true,
      aggs: { ...aggs, ...vocabulary.facts?.aggregations(fields) },
    }
    const answer = await searchFamily(this.#access, prefix, body)
    const ends = toObject(answer.aggregations ?? {})
    for (const [i, name] of measured.entries()) {
      const [least, greatest] = [ends[`min${i}`], ends[`max${i}`]].map((end) => toObject(end).value)
      if (typeof least === 'number' && typeof greatest === 'number') {
        fields.set(name, { ...fields.get(name)!, span: [least, greatest] })
      }
    }
    const documents = readTotal(answer)
    const version = entityTag(JSON.stringify([documents, ends]))
    return { documents, facts: vocabulary.facts?.read(ends), version }
  }

  /**
   * A few documents. Examples are optional: without an answer, or with one that is too large, there
   * are none.
   */
  async #documents(prefix: string): Promise<unknown[]> {
    try {
      const answer = await searchFamily(this.#access, prefix, { size: exampleDocuments })
      const { hits } = toObject(answer.hits)
      return Array.isArray(hits) ? hits.map((hit) => toObject(hit)._source) : []
    } catch {
      return []
    }
  }
}

/** Types whose range an index stores. */
const measurable = /^(date|long|integer|short|byte|double|float|half_float|scaled_float)$/
