import { type EngineError, illegalArgument, parseError } from '../errors.js'
import type { Scalar } from './options.js'

/**
 * How many edits a fuzziness allows a word: `AUTO`, `AUTO:3,6` (by its letters), 0, 1 or 2. @throws
 * EngineError
 */
export function fuzziness(value: Scalar): (word: string) => number {
  const text = String(value).toUpperCase()
  const auto = /^AUTO(?::(\d+),(\d+))?$/.exec(text)
  if (auto !== null) {
    const [low, high] = [Number(auto[1] ?? 3), Number(auto[2] ?? 6)]
    if (low > high)
      throw parseError(
        `fuzziness wrongly configured [${text}]. Must be 0 < lower value <= higher value.`,
      )
    return (word) => {
      const letters = Array.from(word).length
      return letters < low ? 0 : letters < high ? 1 : 2
    }
  }
  if (!/^ *\+?[012](\.\d*)?(E0)? *$/.test(text)) throw wrong(text)
  return () => Math.trunc(Number(text))
}

function wrong(text: string): EngineError {
  if (/^AUTO:.*,/.test(text)) return parseError(`failed to parse [${text}] as a "auto:int,int"`)
  if (text.startsWith('AUTO:')) return parseError('failed to find low and high distance values')
  if (/^-?\d+$/.test(text))
    return illegalArgument(`Valid edit distances are [0, 1, 2] but was [${text}]`)
  return illegalArgument(
    text === '' ? 'fuzziness cannot be null or empty.' : `fuzziness cannot be [${text}].`,
  )
}
