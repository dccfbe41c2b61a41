import { PassThrough } from 'node:stream'
import { askDate } from '../../../loader/ask-date.js'

/** A terminal in which someone answers each question with the next line, and then closes it. */
function open(lines: readonly string[], isTTY = true) {
  const stream = () => Object.assign(new PassThrough(), { isTTY })
  const [input, output, left] = [stream(), stream(), [...lines]]
  output.on('data', (text) => {
    if (!String(text).startsWith('Date of the data')) return
    const line = left.shift()
    if (line === undefined) input.end()
    else input.write(`${line}\n`)
  })
  return { input, output }
}

test.each<[lines: string[], day: string | undefined]>([
  [['2026-11-10'], '2026-11-10'],
  [['November', '2026-02-30', '2026-11-10'], '2026-11-10'],
  [[''], undefined],
])('the date of the data is asked for: %j is %j', async (lines, day) => {
  expect(await askDate(open(lines))).toBe(day)
})

test('without a terminal nothing is asked, and an interrupted question loads nothing', async () => {
  expect(await askDate(open(['2026-11-10'], false))).toBeUndefined()
  await expect(askDate(open([]))).rejects.toThrow('nothing is loaded')
})
