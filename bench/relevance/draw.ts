import { type Random, randomFrom } from '../../dev/samples/random.js'
import type { Organization } from '../../directory/fields/organization.js'
import type { Question } from './questions.js'
import type { Register } from './register.js'
import * as rule from './rules.js'
import { mistakes, spellings, wordsOf } from './words.js'

/** The rules of kinds.yml, in the order of the kinds, and how many questions each draws. */
const rules: readonly (readonly [kind: string, count: number, make: rule.Rule])[] = [
  ['full names', 60, rule.fullName],
  ['second names', 60, rule.secondName],
  ...spellings.flatMap((_, group) => [['spellings', 5, rule.spelling(group)] as const]),
  ['spellings', 6, rule.withO],
  ...rule.identifiers().map((form) => ['identifiers', 4, rule.identifier(form)] as const),
  ...Object.values(mistakes).map((mistake) => ['typos', 20, rule.typo(mistake)] as const),
  ['numbers in names', 30, rule.numbered],
  ['names and cities', 40, rule.nameAndCity],
  ['as you type', 40, rule.begun],
  ['as you type, with a typo', 40, rule.begunWithTypo],
]

/** All drawn questions by kind: the same of the same extracts. */
export function draw(register: Register): Record<string, Question[]> {
  const drawn: Record<string, Question[]> = {}
  const random = randomFrom(41)
  const used = new Set<string>()
  drawn['first words'] = firstWords(register)
  for (const [kind, count, make] of rules) {
    const questions = new Map((drawn[kind] ?? []).map((one) => [one.text, one]))
    const end = questions.size + count
    for (const one of register.inTurns) {
      if (questions.size === end) break
      const question = used.has(one.id) ? undefined : make(one, register, random)
      if (question === undefined) continue
      questions.set(question.text, question)
      used.add(one.id)
    }
    drawn[kind] = [...questions.values()]
  }
  drawn['nothing there'] = invented(random)
  return drawn
}

/** The largest, by their first words up to the second long one, which begin few names. */
function firstWords(register: Register): Question[] {
  const size = ({ assets = 0, revenue = 0 }: Organization) => Math.max(assets, revenue)
  const whole = ({ name }: Organization) => wordsOf(name.replace(/^the /i, '')).join(' ')
  const names = register.all.map(whole)
  const questions = new Map<string, Question>()
  for (const one of register.all.toSorted((a, b) => size(b) - size(a))) {
    if (questions.size === 60) break
    const [text] = /^(?:\S{1,3} )*\S{4,}(?: \S{1,3})* \S{4,}/.exec(whole(one)) ?? []
    if (text === undefined || questions.has(text)) continue
    if (names.filter((name) => name.startsWith(text)).length > 20) continue
    questions.set(text, { text, right: register.bearing(one.name) })
  }
  return [...questions.values()]
}

/** Names that nobody has: of letters that make no word, half of them with a usual word. */
function invented(random: Random): Question[] {
  const syllables = [
    'zub',
    'quo',
    'vex',
    'jyp',
    'kwi',
    'xal',
    'fyz',
    'oog',
    'zhi',
    'quz',
    'yib',
    'wux',
  ]
  const usual = ['foundation', 'church', 'school', 'hospital', 'society', 'club', 'of rhode island']
  const word = () => [0, 1, 2].map(() => random.pick(syllables)).join('')
  return Array.from({ length: 100 }, (_, i) => {
    const last = i % 2 === 0 ? word() : random.pick(usual)
    return { text: `${word()} ${last}`, none: true as const }
  })
}
