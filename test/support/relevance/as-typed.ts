import { randomFrom } from '../../../dev/samples/random.js'
import type { Organization } from '../../../loader/format.js'
import { misspelt, type Question } from './questions.js'

/**
 * Names of two to eight words as typed up to the fourth letter of each word, one
 * of four letters with a typo; only those whose letters, typed right, begin at most ten names.
 */
export function typedQuestionsOn(organizations: readonly Organization[], most: number): Question[] {
  const random = randomFrom(41)
  const names = organizations.map(({ name }) => name.toLowerCase().split(/\s+/))
  const begun = (typed: readonly string[]) =>
    names.filter((words) => typed.every((part) => words.some((word) => word.startsWith(part))))
  const questions: Question[] = []
  for (const i of random.shuffled(names.map((_, i) => i))) {
    if (questions.length === most) break
    const typed = names[i]!.map((word) => word.slice(0, 4))
    const long = typed.flatMap((part, at) => (/^[a-z]{4}$/.test(part) ? [at] : []))
    if (typed.length < 2 || typed.length > 8 || long.length === 0 || begun(typed).length > 10)
      continue
    const at = random.pick(long)
    typed[at] = misspelt(typed[at]!, random)
    const { id } = organizations[i]!
    questions.push({ rule: 'four letters, one typo', typed: typed.join(' '), id })
  }
  return questions
}
