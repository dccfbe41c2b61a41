import { failuresOf, tableOf } from '../../../bench/relevance/ask.js'
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

test('the table shows both halves; failures are named only where they may be looked at', () => {
  const floors = { extracts: [0, 0], fixture: [0, 0] } as const
  const kind = { name: 'names', rule: '', door: 'find', floors, questions: [] } as const
  const asked = ['kent', 'kent county', 'butler', 'hospital'].map((text) => {
    const question = { text, right: ['a'] }
    const answer = { hits: text === 'butler' ? ['a'] : ['b', 'a'], meta: {} }
    return { kind, question, answer, verdict: verdictOn(question, answer, organizations) }
  })
  expect(asked.map(({ question }) => isHeldOut(question))).toEqual([true, false, false, false])
  expect(tableOf(asked).split('\n')).toEqual([
    '| kind | tuning | first | top 3 | top 10 | held out | first | top 3 | top 10 |',
    '|---|---|---|---|---|---|---|---|---|',
    '| names | 3 | 33 | 100 | 100 | 1 | 0 | 100 | 100 |',
    '| all | 3 | 33 | 100 | 100 | 1 | 0 | 100 | 100 |',
  ])
  const means = 'means KENT HOSPITAL (a); found CARE NEW ENGLAND (b), KENT HOSPITAL (a)'
  expect(failuresOf(asked, organizations)).toEqual([
    `names, wrong in first: "kent county" ${means}`,
    `names, wrong in first: "hospital" ${means}`,
  ])
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
