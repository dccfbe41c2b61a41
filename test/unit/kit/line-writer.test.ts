import { LineWriter } from '../../../kit/line-writer.js'

let written: string[]
let lines: LineWriter
beforeEach(() => {
  jest.useFakeTimers()
  written = []
  lines = new LineWriter((text) => void written.push(text))
})
afterEach(() => void jest.useRealTimers())

test('lines that may wait are written together, soon', () => {
  for (const line of ['a\n', 'b\n']) lines.writeSoon(line)
  expect(written).toEqual([])
  jest.advanceTimersByTime(50)
  expect(written).toEqual(['a\nb\n'])
})

test('a line that may not wait takes those before it along', () => {
  lines.writeSoon('a\n')
  lines.write('b\n')
  lines.write('c\n')
  expect(written).toEqual(['a\nb\n', 'c\n'])
  jest.advanceTimersByTime(1000)
  expect(written).toHaveLength(2)
})

test('many do not wait', () => {
  for (let i = 0; i < 200; i++) lines.writeSoon(`${'x'.repeat(99)}\n`)
  expect(written.map(({ length }) => length)).toEqual([16_400])
})
