import { checkOrder, type PlacedStep } from '../../../../gateway/config/order.js'
import type { OurPolicy } from '../../../../gateway/config/steps.js'
import { definePlugin } from '../../../../plugins/kit/plugin.js'
import type { Policy } from '../../../../plugins/kit/policy.js'
import { registered, shipped } from '../shipped.js'

function stepOf(name: string, params: object = {}): PlacedStep {
  const { role, provides, throttles, placeOf } = shipped.get(name)!
  return { policy: name, path: [], role, provides, throttles, place: placeOf(params) }
}

function mistakesOf(steps: PlacedStep[], known = [...shipped.values()]): string[] {
  const mistakes: string[] = []
  checkOrder('p', steps, known, (_path, _rule, message, remedy) =>
    mistakes.push(`${message}: ${remedy}`),
  )
  return mistakes
}

/**
 * The order of judgement (docs/api.md) for the shipped policies; what is there at most once;
 * what needs what.
 */
const judgement = [
  { step: stepOf('envelope'), isSingle: true, needs: [] },
  { step: stepOf('throttle', { by: 'address' }), isSingle: false, needs: [] },
  { step: stepOf('authenticate'), isSingle: true, needs: [] },
  { step: stepOf('authorize'), isSingle: true, needs: ['authenticate'] },
  { step: stepOf('throttle', { by: 'owner' }), isSingle: false, needs: ['authenticate'] },
  { step: stepOf('search-rules'), isSingle: true, needs: ['authenticate', 'authorize'] },
  { step: stepOf('search'), isSingle: true, needs: ['search-rules'] },
]
/**
 * `upstream` replaces `search`; by its parameters it needs the caller, or nothing.
 */
const others = [
  { step: stepOf('upstream'), isSingle: true, needs: ['authenticate'] },
  { step: stepOf('upstream', { public: true }), isSingle: true, needs: [] },
]
type Judged = (typeof judgement)[number]

function isRight(steps: readonly Judged[]): boolean {
  const ranks = steps.map((one) =>
    others.includes(one) ? judgement.length - 1 : judgement.indexOf(one),
  )
  const names = steps.map(({ step }) => step.policy)
  return (
    ranks[0] === 0 &&
    ranks.at(-1) === judgement.length - 1 &&
    names.includes('throttle') &&
    ranks.every(
      (rank, i) =>
        i === 0 || ranks[i - 1]! < rank || (ranks[i - 1] === rank && !steps[i]!.isSingle),
    ) &&
    steps.every(({ needs }) => needs.every((need) => names.includes(need)))
  )
}

/** Every choice of steps in their order, and each with one step moved or doubled somewhere. */
function* pipelines(): Generator<Judged[]> {
  const all = [...judgement, ...others]
  for (let chosen = 0; chosen < 2 ** all.length; chosen++) {
    const right = all.filter((_, i) => chosen & (1 << i))
    yield right
    for (const [from, step] of right.entries()) {
      for (let to = 0; to <= right.length; to++) {
        yield right.toSpliced(from, 1).toSpliced(to, 0, step)
        yield right.toSpliced(to, 0, step)
      }
    }
  }
}

test('exactly the pipelines in the required order pass', () => {
  const counts = { right: 0, wrong: 0 }
  const misjudged: string[] = []
  for (const steps of pipelines()) {
    const mistakes = mistakesOf(steps.map(({ step }) => step))
    counts[isRight(steps) ? 'right' : 'wrong']++
    if ((mistakes.length === 0) !== isRight(steps))
      misjudged.push(steps.map(({ step }) => step.policy).join(' > '))
  }
  expect(misjudged).toEqual([])
  expect(counts.right).toBeGreaterThan(50)
  expect(counts.wrong).toBeGreaterThan(10_000)
})

test('a misplaced step gets the right order as a hint', () => {
  const right = judgement.map(({ step }) => step)
  const order = `the order is ${right.map(({ policy }) => policy).join(' > ')}`
  for (const [from, step] of right.entries()) {
    for (let to = 0; to < right.length; to++) {
      const mistakes = mistakesOf(right.toSpliced(from, 1).toSpliced(to, 0, step))
      for (const mistake of mistakes)
        expect(mistake).toMatch(new RegExp(`must come before .*: ${order}$`))
      expect(mistakes.length > 0).toBe(from !== to)
    }
  }
})

const nothing = { params: {}, create: () => () => undefined }
const made = (policy: Omit<Policy<object>, 'params' | 'create'>) =>
  registered(definePlugin({ ...nothing, ...policy }))
const placed = ({ name, role, provides, throttles, placeOf }: OurPolicy): PlacedStep => {
  return { policy: name, path: [], role, provides, throttles, place: placeOf({}) }
}

test('a policy that comes later says its own place, and a policy may depend on it', () => {
  const price = placed(
    made({ name: 'price', provides: ['price' as never], place: { needs: ['search' as never] } }),
  )
  const budget = placed(made({ name: 'budget', place: { needs: ['price' as never] } }))
  const steps = judgement.map(({ step }) => step)
  expect(mistakesOf(steps.toSpliced(6, 0, price, budget))).toEqual([])
  const order = [...steps.toSpliced(6, 0, price, budget)].map(({ policy }) => policy).join(' > ')
  expect(mistakesOf(steps.toSpliced(6, 0, budget, price))).toEqual([
    `pipeline "p": "price" must come before "budget": the order is ${order}`,
  ])
  expect(mistakesOf(steps.toSpliced(6, 0, budget))).toEqual([
    'pipeline "p": "budget" needs a step that provides "price" before it: no policy provides "price"',
  ])
})

test('policies that contradict each other are refused in any order', () => {
  const one = placed(
    made({ name: 'one', provides: ['one' as never], place: { before: ['two' as never] } }),
  )
  const two = placed(
    made({ name: 'two', provides: ['two' as never], place: { before: ['one' as never] } }),
  )
  const [open, limit, answer] = [
    stepOf('envelope'),
    judgement[1]!.step,
    stepOf('upstream', { public: true }),
  ]
  expect(mistakesOf([open, limit, one, two, answer])).toHaveLength(1)
  expect(mistakesOf([open, limit, two, one, answer])).toHaveLength(1)
})

test('what others count on cannot be switched off by a condition', () => {
  expect(() => made({ name: 'guard', provides: ['caller'], conditional: true })).toThrow(
    '"guard" has a part',
  )
  expect(() => made({ name: 'end', role: 'answer', conditional: true })).toThrow('"end" has a part')
})
