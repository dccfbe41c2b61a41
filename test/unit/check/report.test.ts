import { paintFor, textReport } from '../../../check/report.js'

const findings = [
  {
    setting: 'PORT',
    severity: 'error',
    rule: 'setting',
    message: 'PORT is wrong',
    remedy: 'mend it',
  },
  {
    setting: 'HOST',
    severity: 'warning',
    rule: 'open',
    message: 'HOST is open',
    remedy: 'close it',
  },
] as const

test('on a terminal it has colours, which leave the words as they are', () => {
  const plain = textReport(findings)
  const colourful = textReport(findings, paintFor({ isTTY: true }, {}))
  expect(colourful).toContain('\x1b[31merror\x1b[39m')
  expect(colourful).toContain('\x1b[33mwarning\x1b[39m')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what colours are made of
  expect(colourful.replace(/\x1b\[\d+m/g, '')).toBe(plain)
})

test.each<[string, { isTTY?: boolean }, NodeJS.ProcessEnv]>([
  ['no terminal', {}, {}],
  ['NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }],
  ['a terminal that knows none', { isTTY: true }, { TERM: 'dumb' }],
])('none with %s', (_, stream, env) => {
  expect(textReport(findings, paintFor(stream, env))).toBe(textReport(findings))
})
