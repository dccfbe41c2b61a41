import { type RunningStack, startStack } from '../../support/stack.js'

/** One key, many searches at the same time: the client that sends them waits, and is answered. */

let stack: RunningStack
let key: string

beforeAll(async () => {
  // On a machine that is busy with other tests the deadline as shipped, 10 s, may come before the
  // last turn
  const patient = (text: string) => text.replaceAll('timeoutMs: 10000', 'timeoutMs: 60000')
  stack = await startStack({ config: { 'gateway.config.yml': patient } })
  key = await stack.mintKey()
}, 60_000)
afterAll(() => stack?.stop())

const words = ['water', 'museum', 'library', 'school', 'health', 'garden', 'music']
const bodies = (i: number) => [
  { query: { match: { name: words[i % words.length]! } }, size: 3 },
  {
    query: { multi_match: { query: words[i % words.length]!, fields: ['name', 'description'] } },
    size: 5,
  },
  { query: { range: { founded_year: { gte: 1990 + (i % 30) } } }, size: 3 },
  {
    query: { term: { founded_year: 1980 + (i % 40) } },
    aggs: { regions: { terms: { field: 'region' } } },
  },
]

/** Status and, of what is no good answer, its text. */
async function search(i: number): Promise<string> {
  const four = bodies(i)
  const answer = await fetch(`${stack.url}/api/v1/organizations/search`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body: JSON.stringify({ index: 'organization-serp', body: four[i % four.length] }),
  })
  const text = await answer.text()
  const { data } = JSON.parse(text)
  return answer.status === 200 && Number.isInteger(data.total) ? '200' : `${answer.status} ${text}`
}

test.each([200, 1000])(
  '%d searches at once are all answered',
  async (count) => {
    const begun = performance.now()
    const answers = await Promise.all(Array.from({ length: count }, (_, i) => search(i)))
    console.info(`${count} searches at once: ${Math.round(performance.now() - begun)} ms`)
    expect(answers.filter((answer) => answer !== '200').slice(0, 3)).toEqual([])
    expect(answers).toHaveLength(count)
  },
  120_000,
)
