import { asciiFolded } from '../../../dev/engine/analysis/ascii-folding.js'
import { englishStem } from '../../../dev/engine/analysis/stem.js'
import { randomFrom } from '../../../dev/samples/random.js'
import { organizations } from './corpus.js'
import { EngineClient } from './engines.js'

const { ELASTICSEARCH_URL: url = '', ORGANIZATIONS: folder } = process.env
const real = new EngineClient(url)
const index = 'eng-differential-analysis'

beforeAll(() =>
  real.load(
    index,
    {
      analysis: {
        analyzer: { stems: { type: 'custom', tokenizer: 'standard', filter: ['stemmer'] } },
        normalizer: { folds: { type: 'custom', filter: ['asciifolding'] } },
      },
      mappings: {},
    },
    [],
  ),
)
afterAll(() => real.ask('DELETE', `/${index}`))

async function analyzed(how: object, text: string): Promise<string[]> {
  const answer = await real.expect('POST', `/${index}/_analyze`, { ...how, text })
  return (answer as { tokens: { token: string }[] }).tokens.map(({ token }) => token)
}

/** Endings that the algorithm knows, and letters that make its conditions hold or not. */
const endings = (
  'ational tional enci anci izer bli alli entli eli ousli ization ation ator alism iveness ' +
  'fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence ' +
  'er ic able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize ing ed eed s es ' +
  'ies sses ss y e ll lle ly at bl iz'
).split(' ')

test('English words have the stems that Elasticsearch gives them', async () => {
  const { pick, integer } = randomFrom(1980)
  const many = <T>(most: number, choices: readonly T[]) =>
    Array.from({ length: integer(0, most) }, () => pick(choices))
  const made = Array.from({ length: 30_000 }, () =>
    [...many(6, [...'aeiouybcdglmnrstvwxz']), ...many(3, endings)].join(''),
  )
  const names = (await organizations(folder, 40_000)).flatMap(
    ({ name }) => name.toLowerCase().match(/[a-z]+/g) ?? [],
  )
  const words = [...new Set([...names, ...made])].filter((word) => word !== '')
  for (let at = 0; at < words.length; at += 5000) {
    const part = words.slice(at, at + 5000)
    const stems = await analyzed({ analyzer: 'stems' }, part.join(' '))
    expect(part.map((word) => [word, englishStem(word)])).toEqual(
      part.map((word, i) => [word, stems[i]]),
    )
  }
  console.log(`stems: ${words.length} words compared`)
})

test('every letter is folded as Elasticsearch folds it', async () => {
  const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
  const letters = Array.from({ length: 0xfffe - 0xa0 }, (_, i) => i + 0xa0).filter(
    (code) => !isSurrogate(code),
  )
  for (let at = 0; at < letters.length; at += 1000) {
    const text = String.fromCharCode(...letters.slice(at, at + 1000))
    expect(asciiFolded(text)).toBe((await analyzed({ normalizer: 'folds' }, text))[0])
  }
})
