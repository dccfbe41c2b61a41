import type { CatalogFields } from '../../packages/query-guard/src/index.js'
import { emptyManifest, type Manifest } from './plugin.js'
import type { Kind, Reading } from './templates/parameters/parameter.js'

/** Names in rows: those of a row mean the same. */
export type Synonyms = readonly (readonly string[])[]

/** The form of a value that documents hold. */
export interface Normalizer {
  normalize(value: string): string
  /** What its placeholder stands for, where that is not the value itself. */
  placeholder?(value: unknown): unknown
  /** The value that a caller may have meant, where this one is in no document. */
  meant?(value: string): string | undefined
}

/**
 * What a plugin knows of the documents behind the gateway, which by itself knows none: kinds of
 * parameters for search templates, names, and forms of an answer. Each member is optional.
 */
export interface Vocabulary {
  /** What the documents are, for assistants: a title, a sentence, and their name in tools. */
  documents?: { title: string; about: string; noun: string }
  /** Kinds of parameters, by the `type` of files. */
  kinds?: Readonly<Record<string, Kind>>
  /** Forms of values, by the `normalize` of files. */
  normalizers?: Readonly<Record<string, Normalizer>>
  /** Normalizers of the whole values of fields, for hints on values in another form. */
  fieldForms?: Readonly<Record<string, string>>
  /** The names of places that a parameter of the type `place` takes besides coordinates. */
  places?: {
    /** @param facts What is known of the index. */
    read(text: string, facts: unknown): Reading
    /** Description of the name in an answer, for OpenAPI. */
    description: string
  }
  /** JSON-LD of one hit, for templates with `jsonLd`. */
  linkedData?: { types: readonly string[]; render(type: string, hit: object): object }
  /** Words that mean the same field: where an index has one of a row, the others mean it. */
  fieldWords?: Synonyms
  /** Words that mean the same parameter. */
  parameterWords?: Synonyms
  /** Fields that documents are promised to have, with the form of their whole values. */
  promisedFields?: ReadonlySet<string>
  /** Facts about an index that kinds read values by, counted with its fields every five minutes. */
  facts?: {
    /** Aggregations of a search for them. */
    aggregations(fields: CatalogFields): object
    /** The facts in their answer; undefined where they are not known. */
    read(aggregations: Readonly<Record<string, unknown>>): unknown
  }
  /** The fields of an index family where no engine can be asked, as for a policy test. */
  fields?(prefix: string): CatalogFields
}

const loaded: Vocabulary = {
  normalizers: {
    lowercase: { normalize: (value) => value.toLowerCase() },
    uppercase: { normalize: (value) => value.toUpperCase() },
  },
}

/** What the plugins of this process know. Read it at use: they are loaded one after the other. */
export const vocabulary: Readonly<Vocabulary> = loaded

/**
 * Makes a vocabulary a plugin, which has no policy. It is known once its module is loaded; of two
 * that name the same, the later one holds.
 * @param name Of the plugin.
 */
export function defineVocabulary(name: string, known: Vocabulary): Manifest {
  const { kinds, normalizers, fieldWords = [], parameterWords = [] } = known
  Object.assign(loaded, known, {
    kinds: { ...loaded.kinds, ...kinds },
    normalizers: { ...loaded.normalizers, ...normalizers },
    fieldWords: [...(loaded.fieldWords ?? []), ...fieldWords],
    parameterWords: [...(loaded.parameterWords ?? []), ...parameterWords],
  })
  return emptyManifest(name)
}
