import {
  families as all,
  documentFor,
  indexBody,
  type Organization,
} from '../../../loader/format.js'
import { type TypedQuestion, typedQuestionsOn } from '../../support/relevance/as-typed.js'
import { type Asked, searchOf } from '../../support/relevance/asked.js'
import { combinedQuestionsOn, writtenQuestions } from '../../support/relevance/combined.js'
import { figuresOf, goals as nameGoals, told } from '../../support/relevance/figures.js'
import { nameQuery } from '../../support/relevance/name-query.js'
import { type Question, questionsOn } from '../../support/relevance/questions.js'
import { samples } from '../../support/samples.js'
import { organizations } from './corpus.js'
import { difference } from './differences.js'
import { type Definition, EmbeddedEngine, EngineClient } from './engines.js'

/**
 * Whether the shipped questions find who is meant among all real organizations where they are, and
 * whether both engines answer them alike.
 */

const { ELASTICSEARCH_URL: url = '', ORGANIZATIONS: folder } = process.env
/** Questions of each kind. */
const most = samples(20)
const families = all.filter(({ alias }) => alias !== 'map-serp') // no question asks it
const indexOf = (alias: string) => `eng-questions-${alias}`

/** As on each day of a month a load has changed some. */
const dated = (organization: Organization, i: number): Organization => ({
  ...organization,
  updated_at: new Date(Date.UTC(2026, 10, 1 + (i % 30))).toISOString(),
})

const real = new EngineClient(url)
let embedded: EmbeddedEngine
let list: Organization[]
let typed: TypedQuestion[]

beforeAll(async () => {
  embedded = await EmbeddedEngine.start()
  list = (await organizations(folder, Number.POSITIVE_INFINITY)).map(dated)
  typed = typedQuestionsOn(list, 2 * most)
  for (const family of families) {
    const { settings, mappings } = indexBody(family) as {
      settings: Pick<Definition, 'analysis'>
      mappings: object
    }
    const documents = list.map((organization) => ({
      id: organization.id,
      source: documentFor(family, organization),
    }))
    for (const engine of [real, embedded])
      await engine.load(indexOf(family.alias), { ...settings, mappings }, documents)
  }
  await real.expect('POST', `/${indexOf('*')}/_forcemerge?max_num_segments=1`)
}, 300_000)

afterAll(async () => {
  await embedded.stop()
  await real.ask('DELETE', `/${families.map(({ alias }) => indexOf(alias)).join()}`)
})

const withWritten = (questions: Question[]) =>
  folder === undefined ? questions : [...writtenQuestions, ...questions]

const sets: readonly [
  question: string,
  what: string,
  questions: () => readonly Question[],
  goals: { first: number; amongTen: number },
][] = [
  ['organizations', 'names', () => questionsOn(list, most), { first: 0.99, amongTen: 0.99 }],
  [
    'organizations',
    'words of all kinds',
    () => withWritten(combinedQuestionsOn(list, 8)),
    { first: 0.7, amongTen: 0.95 },
  ],
  [
    'organization-suggest',
    'first letters with a typo that fit ten names at most',
    () => typed.filter(({ isDecidable }) => isDecidable),
    { first: 0.6, amongTen: 0.95 },
  ],
  [
    'organization-suggest',
    'first letters with a typo, whatever they fit',
    () => typed,
    { first: 0.3, amongTen: 0.5 },
  ],
]

test.each(sets)(
  '%s, %s: found on both engines alike',
  async (question, what, questions, goals) => {
    const search = searchOf(question)
    const differences: string[] = []
    let took = 0
    const ask = async (q: string) => {
      const { index, body } = search({ q })
      const name = indexOf(index.replace('*', ''))
      const answers = [await real.search(name, body), await embedded.search(name, body)]
      const theirs = answers[0]!.body as Found
      took += theirs.took
      const found = difference(answers[0]!, answers[1]!)
      if (found !== undefined) differences.push(`${q}: ${found}`)
      return theirs.hits.hits.map(({ _id }) => _id)
    }
    const asked = questions()
    const { all, byRule } = await figuresOf(asked, ask)
    const average = (took / all.asked).toFixed(1)
    console.log(`${question}, ${what}, ${list.length} organizations: ${told(all)}, ${average} ms`)
    for (const [rule, figures] of byRule) console.log(`${rule}: ${told(figures)}`)
    expect(differences).toEqual([])
    expect(all.first).toBeGreaterThanOrEqual(goals.first * all.asked)
    expect(all.amongTen).toBeGreaterThanOrEqual(goals.amongTen * all.asked)
  },
  300_000,
)

/** The query of docs/elasticsearch.md. */
test.each([
  ['the node', () => real],
  ['the embedded engine', () => embedded],
])(
  '%s finds names as people type them',
  async (name, engine) => {
    const ask = async (typed: string) => {
      const body = { query: nameQuery(typed), size: 10, _source: false }
      const answer = await engine().search(indexOf('organization-serp'), body)
      return (answer.body as Found).hits.hits.map(({ _id }) => _id)
    }
    const { all, byRule } = await figuresOf(questionsOn(list, 2 * most), ask)
    const rows = [...byRule].map(([rule, figures]) => `${rule}: ${told(figures)}`)
    console.log([`${name}: ${told(all)}`, ...rows].join('\n'))
    for (const figures of [all, ...byRule.values()]) {
      expect(figures.first).toBeGreaterThanOrEqual(nameGoals.first * figures.asked)
      expect(figures.amongTen).toBeGreaterThanOrEqual(nameGoals.amongTen * figures.asked)
    }
  },
  300_000,
)

interface Found {
  took: number
  hits: { hits: { _id: string }[] }
}

const filters: readonly Asked[] = [
  { region: 'rhode island', city: 'east providence', sort: 'name' },
  { q: 'friends', activity: 'animals', legal_status: 'Corporation', size: '30' },
  { changed_since: '2026-11-26T08:00:00Z', sort: 'updated' },
  { activity: 'health care', founded_from: '1980', founded_to: '1989', sort: 'founded' },
  { q: 'museum', revenue_min: '100000', revenue_max: '5000000', sort: '-revenue' },
  { near: '41.82,-71.41', sort: '-founded', activity_group: 'Education' },
  { region: 'VT', sort: '-assets', page: '3', size: '20' },
  { near: '41.82,-71.41', radius: '5', sort: 'distance' },
  { q: 'church', near: '41.82,-71.41', sort: 'relevance' },
  { q: 'food', facets: 'region,activity,legal_status,revenue,founded' },
  { sort: 'distance', facets: 'founded,revenue' },
  { q: 'hero' },
]

test.each(filters)('%j is answered alike, and finds some', async (asked) => {
  const { index, body } = searchOf('organizations')(asked)
  const name = indexOf(index.replace('*', ''))
  const [theirs, ours] = [await real.search(name, body), await embedded.search(name, body)]
  expect(difference(theirs, ours)).toBeUndefined()
  expect((ours.body as Found).hits.hits.length).toBeGreaterThan(2)
})
