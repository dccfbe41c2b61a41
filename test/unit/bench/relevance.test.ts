import { type Answer, verdictOn } from '../../../bench/relevance/judge.js'
import { isHeldOut, type Question, readKinds } from '../../../bench/relevance/questions.js'
import type { Organization } from '../../../directory/fields/organization.js'

const organizations = new Map(
  [
    { id: 'a', name: 'KENT HOSPITAL' },
    { id: 'b', name: 'CARE NEW ENGLAND', alternate_names: ['WARWICK HOSPITALS'] },
    { id: 'c', name: 'BUTLER', activity: 'Hospitals, Psychiatric' },
    { id: 'd', name: 'UNHOSPITABLE INC' },
  ].map((one) => [one.id, one as Organization]),
)
const yes = { first: true, three: true, ten: true }
const no = { first: false, three: false, ten: false }

test.each<[string, Partial<Question>, Partial<Answer>, object]>([
  ['the first is right', { right: ['b'] }, { hits: ['b', 'a'] }, yes],
  ['the fourth', { right: ['d'] }, { hits: ['a', 'b', 'c', 'd'] }, { ...no, ten: true }],
  ['all have the word', { only: 'hospital' }, { hits: ['a', 'b', 'c'] }, yes],
  ['the fourth has it not', { only: 'hospital' }, { hits: [...'abcd'] }, { ...yes, ten: false }],
  ['nothing found', { none: true }, { hits: [] }, yes],
  ['found all the same', { none: true }, { hits: ['a'] }, no],
  ['not understood', { understood: { region: 'WY' } }, {}, no],
  ['rightly without', { understood: { city: '' } }, { meta: { understood: { words: 'a' } } }, yes],
  ['wrongly with', { understood: { city: '' } }, { meta: { understood: { city: 'Cody' } } }, no],
])('%s', (_, question, answer, verdict) => {
  const given = { text: 'kent', ...question }
  expect(verdictOn(given, { hits: [], meta: {}, ...answer }, organizations)).toEqual(verdict)
})

const kinds = readKinds()

test.each(kinds)('$name: no text twice, expectations, about half held out', (kind) => {
  const texts = kind.questions.map(({ text }) => text)
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([])
  for (const { right, only, none, understood } of kind.questions) {
    const some = [right, only, none, understood].filter((one) => one !== undefined)
    expect(some.length).toBe(1)
    expect(right).not.toEqual([])
  }
  const share = kind.questions.filter(isHeldOut).length / texts.length
  expect(share).toBeGreaterThan(0.3)
  expect(share).toBeLessThan(0.7)
})
