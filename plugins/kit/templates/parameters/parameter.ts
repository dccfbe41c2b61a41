import type { PlacedDiagnostic } from '../../../../kit/config/yaml/diagnostics.js'

/** A JSON Schema (draft-07 keywords). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A parameter as written in the file. */
export interface Declared {
  type: string
  description: string
  example?: unknown
  required?: boolean
  default?: unknown
  in?: 'query' | 'path'
  maxLength?: number
  maxWords?: number
  enum?: string[]
  normalize?: string
  fields?: string[]
  unknown?: boolean
  minimum?: number
  maximum?: number
  unit?: string
  choices?: Record<string, unknown>
  /** Keys of a kind that a plugin registers. */
  [key: string]: unknown
}

/** What a caller's text means for placeholders, or what is wrong, by which search rule, if any. */
export type Reading = { value: unknown } | { problem: string; rule?: string }

/** A word or a place of a typed text, which must hold of a hit. */
export interface TextCondition {
  word?: string
  place?: string
  query: object
}

/** How a kind of texts understands what people type; `value` is what its parameter has read. */
export interface TextUnderstanding {
  /** Description of the parameter `understand`, by which callers switch it off. */
  description: string
  /** The text as it was typed. */
  getText(value: unknown): string
  /** Its words without what else it names; empty where it has no others. */
  getWords(value: unknown): string
  /** The value of the same text as words alone. */
  asWords(value: unknown): unknown
  /** What the answer says of it, as `meta.understood`. */
  describe(value: unknown): object
  /** The texts of other parameters that it names, such as a place. */
  findImplied(value: unknown): readonly (readonly [parameter: string, text: string])[]
  /** What may be wrong with it, whatever it finds. */
  hint(value: unknown): string | undefined
  /** What must hold of a hit, each by itself. */
  findConditions(value: unknown): readonly TextCondition[]
  /**
   * The value whose words may have typos; undefined where none may.
   * @param isKnown Whether a document has the word at a place.
   */
  tolerate(value: unknown, isKnown: (at: number) => boolean): unknown
  /**
   * The value of which one word is looked for, the rarest, and the others make the order; undefined
   * where that is not wanted. @param counts How many documents have each word.
   */
  lessen(value: unknown, counts: readonly number[]): { value: unknown; word: string } | undefined
  /** Fields of hits that similar words are taken from. */
  similarFields: readonly string[]
  /** The value with words of some texts in place of misspelt ones; undefined if none is similar. */
  correct(value: unknown, texts: readonly string[]): unknown
}

/** A parameter of a template. */
export interface Parameter {
  name: string
  type: string
  description: string
  example: unknown
  isInPath: boolean
  isRequired: boolean
  /** The value when a caller sends none; undefined: then it has none. */
  fallback: unknown
  /** What its placeholder stands for, by its value; without it the value itself. */
  placeholder?(value: unknown): unknown
  /** Where it is a typed text. */
  understands?: TextUnderstanding
  /**
   * Reads what a caller sent. A problem never repeats it.
   * @param facts What a plugin knows of the index: of places of one name it may decide which is
   *   meant.
   */
  read(text: string, facts?: unknown): Reading
  /** What a caller may have meant with a value that finds nothing. */
  meant?(value: unknown): string | undefined
  /** Other parameters without which the value has no effect. */
  needs?(value: unknown): readonly string[]
  /** The parameter that is the lower end of the same range. */
  notBelow?: string
  /** JSON Schema of the text, for OpenAPI. */
  schema: JsonSchema
  /** JSON Schema of a value in JSON, where it is not that of the text. */
  argument?: JsonSchema
}

/** What a kind makes of a declaration. */
export type Made = Pick<
  Parameter,
  'read' | 'schema' | 'argument' | 'meant' | 'placeholder' | 'understands'
>

/** A message and a remedy. */
export type Mistake = readonly [message: string, remedy: string]

/** A kind of parameters: the `type` of a file. */
export interface Kind {
  /** JSON Schema of its keys, besides those of every kind. */
  readonly keys: Readonly<Record<string, JsonSchema>>
  /** The keys that a declaration must have. */
  needs?: readonly string[]
  /** Whether its placeholder is a whole query, which is left out where it has no value. */
  isQuery?: true
  /**
   * Why a placeholder is not allowed at a place. Without it, it is allowed where the engine
   * compares texts with values.
   * @param keys Keys of the body above it, the outermost first.
   */
  checkPlace?(keys: readonly string[]): Mistake | undefined
  /** What is wrong with a file of its own. */
  findMistakes?(): readonly PlacedDiagnostic[]
  make(declared: Declared): Made
}

/** Characters of a value, at most, if its declaration says none. */
export const defaultLength = 100

/** Whether it has a value in every call. */
export function isAlwaysGiven({ isRequired, isInPath, fallback }: Parameter): boolean {
  return isRequired || isInPath || fallback !== undefined
}

/** Whether its value is a list: texts that commas separate, or the parameter several times. */
export function isList({ schema }: Parameter): boolean {
  return schema.type === 'array'
}

/** Whether it changes only the form of an answer. */
export function isOfForm({ name, type }: Parameter): boolean {
  return type === 'page' || type === 'choice' || name === 'fields' || name === 'facets'
}
