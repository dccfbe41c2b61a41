import { Engine } from '../engine.js'
import { errorBody } from '../error-body.js'
import { EngineError } from '../errors.js'
import recorded from './recorded-answers.json' with { type: 'json' }
import { same } from './same.js'

interface Answer {
  hits: { total: unknown; max_score: unknown; hits: Record<string, unknown>[] }
}

const engine = new Engine()
engine.createIndex('recorded', { mappings: recorded.mappings })
for (const [i, document] of recorded.documents.entries())
  engine.index('recorded', `${i + 1}`, JSON.stringify(document))

const answered = recorded.answers.filter(({ status }) => status === 200)
const refused = recorded.answers.filter(({ status }) => status !== 200)

test.each(answered.map((answer) => [answer.group, JSON.stringify(answer.body), answer] as const))(
  '%s: %s',
  (group, _, recordedAnswer) => {
    const { hits } = engine.search('recorded', recordedAnswer.body) as unknown as Answer
    const shown = hits.hits.map(({ _index, _source, ...hit }) =>
      group === 'views' && _source !== undefined ? { ...hit, _source } : hit,
    )
    const ours = { total: hits.total, max_score: hits.max_score, hits: shown }
    const { total, max_score, hits: theirs } = recordedAnswer
    const expected = { total, max_score, hits: theirs }
    if (!same(ours, expected)) expect(ours).toEqual(expected)
  },
)

test.each(refused.map((answer) => [JSON.stringify(answer.body), answer] as const))(
  'refused: %s',
  (_, { body, status, error }) => {
    const fault = failure(() => engine.search('recorded', body))
    const answer = errorBody(fault) as {
      error: { type: string; root_cause: { type: string }[] }
      status: number
    }
    expect({
      status: answer.status,
      type: answer.error.type,
      root: answer.error.root_cause[0]!.type,
    }).toEqual({
      status,
      ...error,
    })
  },
)

function failure(run: () => unknown): EngineError {
  try {
    run()
  } catch (error) {
    if (error instanceof EngineError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
