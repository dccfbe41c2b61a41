import { Engine } from '../engine.js'

interface Answer {
  hits: { hits: { _score: number }[] }
}

test('a term that two misspelt words mean is scored as the first of them takes it', () => {
  const engine = new Engine()
  engine.createIndex('names', { mappings: { properties: { name: { type: 'text' } } } })
  const names = ['fondation', ...Array.from({ length: 20 }, () => 'foundation')]
  names.forEach((name, i) => {
    engine.index('names', `${i}`, JSON.stringify({ name }))
  })
  const score = (query: string) => {
    const match = { name: { query, fuzziness: 1 } }
    const body = { query: { match }, post_filter: { ids: { values: ['0'] } } }
    return (engine.search('names', body) as unknown as Answer).hits.hits[0]!._score
  }
  // only foendation is near foundation too, which makes fondation count as frequent as that
  expect(score('fondatin foendation')).toBeGreaterThan(2 * score('foendation fondatin'))
})
