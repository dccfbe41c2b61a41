import { queryError } from '../errors.js'

/** A value of a boolean field. @throws EngineError when it is none */
export function readBoolean(value: unknown): boolean {
  if (value === true || value === 'true') return true
  if (value === false || value === 'false' || value === '') return false
  throw queryError(`Can't parse boolean value [${value}], expected [true] or [false]`)
}
