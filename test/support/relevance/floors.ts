import { type Asked, shareOf } from '../../../bench/relevance/ask.js'
import type { Kind } from '../../../bench/relevance/questions.js'

/** The kinds whose questions are right less often than kinds.yml demands, in words. */
export function belowFloors(asked: readonly Asked[], part: keyof Kind['floors']): string[] {
  const kinds = [...new Set(asked.map(({ kind }) => kind))]
  return kinds.flatMap(({ name, floors }) => {
    const own = asked.filter(({ kind }) => kind.name === name)
    const [first, ten] = [shareOf(own, 'first'), shareOf(own, 'ten')]
    const [leastFirst, leastTen] = floors[part]
    const seen = `${name}: first ${first.toFixed(3)}, among ten ${ten.toFixed(3)} of ${own.length}`
    return first < leastFirst || ten < leastTen ? [seen] : []
  })
}
