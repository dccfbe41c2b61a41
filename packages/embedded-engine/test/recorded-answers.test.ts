import { Engine } from '../src/engine.js'
import recorded from './recorded-answers.json' with { type: 'json' }
import { same } from './same.js'

interface Answer {
  hits: { total: unknown; max_score: unknown; hits: Record<string, unknown>[] }
}

const engine = new Engine()
engine.createIndex('recorded', { mappings: recorded.mappings })
for (const [i, document] of recorded.documents.entries())
  engine.index('recorded', `${i + 1}`, JSON.stringify(document))

test.each(
  recorded.answers.map((answer) => [answer.group, JSON.stringify(answer.body), answer] as const),
)('%s: %s', (group, _, recordedAnswer) => {
  const { hits } = engine.search('recorded', recordedAnswer.body) as unknown as Answer
  const shown = hits.hits.map(({ _index, _source, ...hit }) =>
    group === 'views' && _source !== undefined ? { ...hit, _source } : hit,
  )
  const ours = { total: hits.total, max_score: hits.max_score, hits: shown }
  const { total, max_score, hits: theirs } = recordedAnswer
  const expected = { total, max_score, hits: theirs }
  if (!same(ours, expected)) expect(ours).toEqual(expected)
})
