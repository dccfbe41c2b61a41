import { readFileSync } from 'node:fs'
import { isObject } from '../../kit/config/objects.js'

/** An OpenAPI document, or a part of one. */
export type Part = Record<string, unknown>

/** The document as shipped. */
export interface Document extends Part {
  info?: Part
  paths: Record<string, Record<string, Part>>
  components: { schemas: Record<string, Part> } & Part
}

/** @throws Error with the path when the file cannot be read or holds something else. */
export function documentIn(path: string): Document {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code = 'no JSON' } = error as NodeJS.ErrnoException
    throw new Error(
      `file: cannot read ${path} (${code}): put the openapi.json of this version there`,
    )
  }
  const schemas =
    isObject(value) && isObject(value.components) ? value.components.schemas : undefined
  if (!isObject(value) || !isObject(value.paths) || !isObject(schemas)) {
    throw new Error(
      `file: ${path} is no OpenAPI document: put the openapi.json of this version there`,
    )
  }
  return value as Document
}
