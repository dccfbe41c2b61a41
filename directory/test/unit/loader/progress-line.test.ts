import { ProgressLine } from '../../../loader/progress-line.js'

function shown(isTTY: boolean, seconds: number): string {
  let text = ''
  const write = (part: string | Uint8Array) => {
    text += part
    return true
  }
  const line = new ProgressLine({ isTTY, columns: 20, write } as never)
  for (let second = 1; second <= seconds; second++) line.show(`${second}: 12,500 loaded, 37 % done`)
  line.clear()
  line.clear()
  return text
}

test.each([
  [
    'a terminal has one line, rewritten each second, cut at its width, gone at the end',
    shown(true, 2),
    '\r1: 12,500 loaded, 3\x1b[K\r2: 12,500 loaded, 3\x1b[K\r\x1b[K',
  ],
  [
    'a log has a line every ten seconds',
    shown(false, 29),
    '10: 12,500 loaded, 37 % done\n20: 12,500 loaded, 37 % done\n',
  ],
])('%s', (_, text, expected) => expect(text).toBe(expected))
