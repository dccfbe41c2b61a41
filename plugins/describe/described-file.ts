import { readFileSync } from 'node:fs'
import { isObject } from '../../kit/config/objects.js'
import type { Description } from '../kit/field-description.js'

/**
 * The fields described by the operator: `data` of an answer of this call, in a JSON file.
 * @throws Error with the path when it cannot be read or holds something else.
 */
export function parseDescriptions(path: string): Description {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const { code = 'no JSON' } = error as NodeJS.ErrnoException
    throw new Error(
      `file: cannot read ${path} (${code}): name a JSON file that holds "data" of an answer of ` +
        'this call',
    )
  }
  const families = isObject(value) && isObject(value.families) ? Object.values(value.families) : []
  if (families.length === 0 || !families.every(isFamily)) {
    throw new Error(
      `file: ${path} does not hold {"families": {"<name>": {"fields": [{"name": …, "type": …, ` +
        '"uses": […]}]}}}',
    )
  }
  return value as unknown as Description
}

function isFamily(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.fields) && value.fields.every(isField)
}

function isField(value: unknown): boolean {
  if (!isObject(value)) return false
  const { name, type, uses, subFields = {} } = value
  return (
    typeof name === 'string' &&
    typeof type === 'string' &&
    Array.isArray(uses) &&
    isObject(subFields)
  )
}
