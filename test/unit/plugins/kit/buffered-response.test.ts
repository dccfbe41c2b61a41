import { BufferedResponses, largeBytes } from '../../../../plugins/kit/buffered-response.js'

const maxBytes = 10 * largeBytes

test('one answer may have its maximum size, and no more', () => {
  const answer = new BufferedResponses(maxBytes).begin({})
  answer.take(Buffer.alloc(maxBytes))
  expect(() => answer.take(Buffer.alloc(1))).toThrow('too-large')
  expect(() => new BufferedResponses(9).begin({ 'content-length': '10' })).toThrow('too-large')
})

test('one that is compressed is not read', () => {
  const answers = new BufferedResponses(maxBytes)
  expect(() => answers.begin({ 'content-encoding': 'gzip' })).toThrow('gzip was not asked for')
})

test('all large answers together may be as large as two of the largest; small ones do not count', () => {
  const answers = new BufferedResponses(maxBytes)
  const read = (size: number) => {
    const answer = answers.begin({})
    answer.take(Buffer.alloc(size))
    return answer
  }
  for (let i = 0; i < 100; i++) read(largeBytes)
  const [first] = [read(maxBytes), read(maxBytes)]
  const refused = answers.begin({})
  expect(() => refused.take(Buffer.alloc(largeBytes + 1))).toThrow(
    expect.objectContaining({ code: 'OVERLOADED', headers: { 'Retry-After': '1' } }),
  )
  read(largeBytes)
  refused.end()
  first!.end()
  first!.end() // also when it has ended before
  read(maxBytes)
  expect(() => read(largeBytes + 1)).toThrow(expect.objectContaining({ code: 'OVERLOADED' }))
})

test('whether a caller may get a large answer is asked once, when it becomes large', () => {
  const mayBeLarge = jest.fn()
  const answer = new BufferedResponses(maxBytes).begin({}, mayBeLarge)
  answer.take(Buffer.alloc(largeBytes))
  expect(mayBeLarge).not.toHaveBeenCalled()
  for (let i = 0; i < 3; i++) answer.take(Buffer.alloc(1))
  expect(mayBeLarge).toHaveBeenCalledTimes(1)
})
