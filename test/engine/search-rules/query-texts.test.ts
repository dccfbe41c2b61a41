import fc from 'fast-check'
import { makeValidator } from '../../../packages/query-guard/src/index.js'
import { samples } from '../../support/samples.js'
import { EngineClient } from '../differential/engines.js'

/** How Lucene reads a text of query_string, held against how the search rules read it. */

const index = 'organization-querytexts'
const judge = makeValidator({ indexPrefixes: ['organization'], fields: { deny: ['secret'] } })
const runs = samples(1500)
const seed = 20260101

const node = new EngineClient(process.env.TEST_ENGINE_URL!)

beforeAll(async () => {
  const mappings = { properties: { name: { type: 'text' }, secret: { type: 'text' } } }
  await node.load(index, { mappings }, [])
})
afterAll(() => node.ask('DELETE', `/${index}`))

/** Parts of texts: names, signs, and what leads a careless reader astray. */
const pieces = [
  ...'a b TO AND NOT name secret : secret: name: secret:b "a" [a|TO|b] { } [ ] ( ) " \\ / /a/'.split(
    ' ',
  ),
  ...(
    '^ ^2 ~ ~1 + - ! && || > \\" \\/ \\\\ "a\\\\" [a|TO|b\\\\] ["a\\\\"|TO|b] [a|TO| |TO|b} [" ' +
    '"|TO|b]'
  ).split(' '),
  ...[' ', ' ', '\t', '\u3000'],
].map((piece) => (piece === '||' ? piece : piece.replaceAll('|', ' ')))
const textOf = (more: string[]) => {
  const some = (least: number, most: number) =>
    fc
      .array(fc.constantFrom(...pieces, ...more), { minLength: least, maxLength: most })
      .map((parts) => parts.join(''))
  const between = (open: string, close: string) =>
    some(1, 3).map((text) => `${open}${text}${close}`)
  const range = fc.tuple(between('[', ' TO '), some(1, 2)).map(([from, to]) => `${from}${to}]`)
  const part = fc.oneof(some(1, 3), between('"', '"'), between('/', '/'), between('(', ')'), range)
  return fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))
}

/** What Lucene makes of a text that the rules let pass; undefined where one of them refuses it. */
async function explained(query: string): Promise<string | undefined> {
  const clause = { query_string: { query, default_field: 'name' } }
  const judgement = judge(JSON.stringify({ index, body: { query: clause } }))
  if ('problems' in judgement) return undefined
  const path = `/${index}/_validate/query?explain=true`
  const { body } = await node.ask('POST', path, { query: clause })
  const { valid, explanations } = body as {
    valid: boolean
    explanations?: { explanation: string }[]
  }
  return valid ? explanations![0]!.explanation : undefined
}

/** The text without its phrases and ranges, in which a colon or a slash is a value. */
const withoutValues = (explanation: string) =>
  explanation.replace(/"[^"]*"|[[{].*? TO .*?[\]}]/g, '')

async function expectNone(found: RegExp, texts: fc.Arbitrary<string>): Promise<void> {
  let read = 0
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const explanation = await explained(text)
      if (explanation === undefined) return
      read++
      if (found.test(withoutValues(explanation)))
        throw new Error(`${JSON.stringify(text)} is read as ${explanation}`)
    }),
    { numRuns: runs, seed },
  )
  expect(read).toBeGreaterThan(150)
}

test('no text names a field that is denied', async () => {
  await expectNone(/(?:^|[\s(+#-])secret:/, textOf(['*', '?']))
})

test('no text holds a regular expression', async () => {
  await expectNone(/:\/[^\s~]*\/(?!~)/, textOf([]))
})
