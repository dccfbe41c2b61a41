import type { WordGroups } from '../../../directory/finding/word-groups.js'
import type { ByState } from '../../../directory/places/cities.js'

/** A JSON Schema (draft-07 keywords). */
export type JsonSchema = Readonly<Record<string, unknown>>

/** Types that a parameter of a template may have. */
export const typeNames = [
  'text',
  'search',
  'keyword',
  'values',
  'integer',
  'number',
  'date',
  'time',
  'boolean',
  'place',
  'box',
  'choice',
  'page',
] as const
export type TypeName = (typeof typeNames)[number]

/** A parameter as written in the file. */
export interface Declared {
  type: TypeName
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
  names?: string
  typing?: boolean
  near?: string
  radius?: string
  minimum?: number
  maximum?: number
  unit?: string
  choices?: Record<string, unknown>
}

/** What a caller's text means for placeholders, or what is wrong, by which search rule, if any. */
export type Reading = { value: unknown } | { problem: string; rule?: string }

/** How a typed text is understood. */
export interface Understanding {
  /** The parameters that get the place and the radius in it. */
  near: string | undefined
  radius: string | undefined
  /** The words that mean the same, as they were when the template was read. */
  groups: WordGroups
}

/** A parameter of a template. */
export interface Parameter {
  name: string
  type: TypeName
  description: string
  example: unknown
  isInPath: boolean
  isRequired: boolean
  /** The value when a caller sends none; undefined: then it has none. */
  fallback: unknown
  /** What its placeholder stands for, by its value; without it the value itself. */
  placeholder?(value: unknown): unknown
  /** Where it is a typed text. */
  understands?: Understanding
  /**
   * Reads what a caller sent. A problem never repeats it.
   * @param organizations How many the index has by state, if known: of places of one name it
   *   decides which is meant.
   */
  read(text: string, organizations?: ByState): Reading
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

/** What a type makes of a declaration. */
export type Made = Pick<
  Parameter,
  'read' | 'schema' | 'argument' | 'meant' | 'placeholder' | 'understands'
>

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
