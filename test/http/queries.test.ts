import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { same } from '../../packages/embedded-engine/test/same.js'
import { type RunningStack, root, startStack } from '../support/stack.js'

/**
 * Every line of docs/queries.md, pasted into a shell, with the answer that the page shows.
 * UPDATE_QUERIES=1 writes the answers into the page.
 */

const page = join(root, 'docs/queries.md')
const text = readFileSync(page, 'utf8')
const run = promisify(execFile)

/** An example of the page, and the answer that is below it. */
interface Example {
  title: string
  curl: string
  shown: string
}

const examples: Example[] = text.split(/^## /m).flatMap((section) => {
  const title = section.slice(0, section.indexOf('\n'))
  const blocks = [...section.matchAll(/```sh\n(.*?)\n```\n\n```json\n(.*?)\n```/gs)]
  return blocks.map(([, curl, shown]) => ({ title, curl: curl!, shown: shown! }))
})

interface Answer {
  status: string
  data: {
    results: Record<string, unknown>[]
    aggregations?: Record<string, unknown>
    index: string
    version: string
  }
  meta: unknown
}

let stack: RunningStack
let key: string

beforeAll(async () => {
  stack = await startStack()
  key = await stack.mintKey()
})
afterAll(() => stack?.stop())

async function paste(lines: string): Promise<Answer> {
  const command = lines.replaceAll('http://127.0.0.1:8080', stack.url)
  const options = { env: { ...process.env, KEY: key }, timeout: 60_000 }
  const { stdout } = await run('bash', ['-euc', command], options)
  return JSON.parse(stdout) as Answer
}

/** Whether a search found anything: hits, or buckets with documents. */
const hasFound = ({ data }: Answer): boolean =>
  data.results.length > 0 || /"doc_count":[1-9]/.test(JSON.stringify(data))

describe('on the samples', () => {
  const answers: string[] = []
  test.each(examples.map((example) => [example.title, example] as const))(
    '%s',
    async (_, { curl, shown }) => {
      const answer = await paste(curl)
      expect([answer.status, hasFound(answer)]).toEqual(['success', true])
      const { index: _index, version: _version, ...shownAs } = answer.data
      answers.push(written(shownAs))
      // a real engine may contain other organizations besides
      if (!process.env.TEST_ENGINE_URL && !process.env.UPDATE_QUERIES)
        expect(same(shownAs, JSON.parse(shown))).toBe(true)
    },
  )
  afterAll(() => {
    if (!process.env.UPDATE_QUERIES) return
    let next = 0
    writeFileSync(
      page,
      text.replace(/(?<=```json\n).*?(?=\n```)/gs, () => answers[next++]!),
    )
  })
})

/** JSON as the page shows it: what is short on one line. */
function written(value: unknown, indent = ''): string {
  const line = flat(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 170) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => inner + written(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${inner}${JSON.stringify(name)}: ${written(item, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

function flat(value: unknown): string {
  return JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) ([\]}])/g, '$1$2')
    .replace(/\[ /g, '[')
    .replace(/ \]/g, ']')
}
