import { illegalArgument } from '../errors.js'
import type { Scalar } from './options.js'

/** How many edits a fuzziness allows a word: `AUTO`, `AUTO:3,6` (by its letters), 0, 1 or 2. @throws EngineError */
export function fuzziness(value: Scalar): (word: string) => number {
  const text = String(value).toUpperCase()
  const auto = /^AUTO(?::(\d+),(\d+))?$/.exec(text)
  if (auto !== null) {
    const [low, high] = [Number(auto[1] ?? 3), Number(auto[2] ?? 6)]
    return (word) => {
      const letters = Array.from(word).length
      return letters < low ? 0 : letters < high ? 1 : 2
    }
  }
  if (!/^[012](\.\d+)?$/.test(text)) throw illegalArgument('fuzziness wrongly configured: it must be AUTO, 0, 1 or 2')
  return () => Math.trunc(Number(text))
}
