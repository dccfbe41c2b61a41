/** Levels of JSON that every version of Node can serialize again: on some that recurses. */
const maxDepth = 2000

/** Whether parsed JSON is nested too deep to be serialized again. Not recursive. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    )
  }
  return level.length > 0
}
