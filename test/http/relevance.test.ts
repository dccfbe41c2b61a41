import { askAll, tableOf } from '../../bench/relevance/ask.js'
import { byId, fixture, readExtract } from '../../bench/relevance/extracts.js'
import { answerable } from '../../bench/relevance/judge.js'
import { readKinds } from '../../bench/relevance/questions.js'
import { openTarget } from '../../directory/loader/write/target.js'
import { fill } from '../engine/families.js'
import { serveEngine } from '../support/embedded-engine.js'
import { belowFloors } from '../support/relevance/floors.js'
import { startStack } from '../support/stack.js'

/** At most so many questions of a kind, taken evenly. */
const most = 10

/** Whether the shipped search templates find who is meant, of what each checkout has. */
test('questions that the fixture answers are right as often as kinds.yml demands', async () => {
  const organizations = await readExtract(fixture)
  const known = byId(organizations)
  const engine = await serveEngine()
  const target = openTarget(engine.url, {})
  await fill(target, organizations)
  await target.close()
  const stack = await startStack({ engine: engine.url })
  try {
    const door = { url: stack.url, key: await stack.mintKey() }
    const kinds = answerable(readKinds(), known).map((kind) => ({
      ...kind,
      questions: kind.questions.filter((_, i, { length }) => i % Math.ceil(length / most) === 0),
    }))
    const asked = await askAll(door, kinds, known)
    console.log(tableOf(asked))
    expect(asked.length).toBeGreaterThan(100)
    expect(belowFloors(asked, 'fixture')).toEqual([])
  } finally {
    await stack.stop()
    await engine.close()
  }
})
