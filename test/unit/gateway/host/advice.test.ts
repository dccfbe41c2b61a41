import { adviceOf } from '../../../../gateway/host/advice.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'

test('what does not fit the engine is placed, once for an anchor, and asked for until it answers', async () => {
  const text = 'a: &rules { maxCost: 1600 }\nb: *rules\n'
  let isSilent = true
  const ask = async () => {
    if (isSilent) throw new Error('it does not answer')
    const about = { rule: 'field-unknown', message: 'too much', remedy: 'less' }
    return [{ path: ['maxCost'], ...about, severity: 'warning' as const }]
  }
  const steps = ['a', 'b'].map((key) => ({ path: [key], backend: { advice: jest.fn(ask) } }))
  const advice = adviceOf(
    steps,
    parseSource('x.yml', text, () => undefined),
  )
  await expect(advice()).rejects.toThrow('it does not answer')
  isSilent = false
  for (const _ of [1, 2])
    expect(await advice()).toMatchObject([{ file: 'x.yml', line: 1, rule: 'field-unknown' }])
  for (const { backend } of steps) expect(backend.advice).toHaveBeenCalledTimes(2)
})
