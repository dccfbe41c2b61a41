import { LineWriter } from '../../../../kit/log/line-writer.js'

let written: string[]
let lines: LineWriter
beforeEach(() => {
  jest.useFakeTimers()
  written = []
  lines = new LineWriter((text) => void written.push(text))
})
afterEach(() => void jest.useRealTimers())

test('lines that may wait are written together, within 50 ms', () => {
  for (const line of ['a\n', 'b\n']) lines.writeSoon(() => line)
  expect(written).toEqual([])
  jest.advanceTimersByTime(50)
  expect(written).toEqual(['a\nb\n'])
})

test('no more than 32 wait, and what comes after them again no longer than 50 ms', () => {
  for (let i = 0; i < 33; i++) lines.writeSoon(() => 'a\n')
  expect(written).toEqual(['a\n'.repeat(32)])
  jest.advanceTimersByTime(50)
  expect(written).toEqual(['a\n'.repeat(32), 'a\n'])
  lines.writeSoon(() => 'b\n')
  jest.advanceTimersByTime(50)
  expect(written).toHaveLength(3)
})

test('a line that may not wait takes those before it along', () => {
  lines.writeSoon(() => 'a\n')
  lines.write('b\n')
  lines.write('c\n')
  expect(written).toEqual(['a\nb\n', 'c\n'])
  jest.runAllTimers()
  expect(written).toHaveLength(2)
})

test('more than a pipe takes as one piece is written in several, of whole lines', () => {
  const line = `${'ä'.repeat(700)}\n`
  for (let i = 0; i < 5; i++) lines.writeSoon(() => line)
  lines.writeSoon(() => `${'b'.repeat(5000)}\n`)
  jest.runAllTimers()
  expect(written.map((piece) => Buffer.byteLength(piece))).toEqual([2802, 2802, 1401, 5001])
  expect(written.every((piece) => piece.endsWith('\n'))).toBe(true)
})
