import { families, indexBody, type Organization } from '../../../loader/format.js'
import { figuresOf, goals, told } from '../../support/relevance/figures.js'
import { nameQuery } from '../../support/relevance/name-query.js'
import { type Question, questionsOn } from '../../support/relevance/questions.js'
import { documentsOf, organizations } from './corpus.js'
import { EmbeddedEngine, EngineClient } from './engines.js'

/** Whether someone who half knows a name finds it, among all real organizations where they are. */

const {
  ELASTICSEARCH_URL: url = '',
  ORGANIZATIONS: folder,
  RELEVANCE_QUESTIONS: most = '60',
} = process.env
const index = 'eng-differential-relevance'

const real = new EngineClient(url)
let embedded: EmbeddedEngine
let list: Organization[]
let questions: Question[]

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  list = await organizations(folder, Number.POSITIVE_INFINITY)
  questions = questionsOn(list, Number(most))
  const { settings, mappings } = indexBody(families[0]!) as {
    settings: { analysis: object }
    mappings: object
  }
  for (const engine of [real, embedded]) {
    await engine.load(index, { ...settings, mappings }, documentsOf(list))
  }
}, 300_000)

afterAll(async () => {
  await embedded.stop()
  await real.ask('DELETE', `/${index}`)
})

const asker = (engine: EngineClient) => async (typed: string) => {
  const { body } = await engine.search(index, { query: nameQuery(typed), size: 10, _source: false })
  return (body as { hits: { hits: { _id: string }[] } }).hits.hits.map(({ _id }) => _id)
}

test.each(['the real node', 'the embedded engine'])(
  '%s finds names as people type them',
  async (name) => {
    const engine = name === 'the real node' ? real : embedded
    const { all, byRule } = await figuresOf(questions, asker(engine))
    const rows = [...byRule].map(([rule, figures]) => `${rule}: ${told(figures)}`)
    console.log([`${name}, ${list.length} organizations: ${told(all)}`, ...rows].join('\n'))
    if (folder !== undefined) expect(all.asked).toBeGreaterThanOrEqual(300)
    for (const figures of [all, ...byRule.values()]) {
      expect(figures.first).toBeGreaterThanOrEqual(goals.first * figures.asked)
      expect(figures.amongTen).toBeGreaterThanOrEqual(goals.amongTen * figures.asked)
    }
  },
  600_000,
)
