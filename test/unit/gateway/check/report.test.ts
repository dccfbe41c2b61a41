import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { textReport, totals } from '../../../../gateway/check/report.js'

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
  const colourful = textReport(findings, Object.assign(new PassThrough(), { isTTY: true }))
  expect(colourful).toContain('\x1b[31merror\x1b[39m')
  expect(colourful).toContain('\x1b[33mwarning\x1b[39m')
  expect(stripVTControlCharacters(colourful).split('\n')).toEqual([
    'PORT  error  setting  PORT is wrong',
    '      mend it',
    'HOST  warning  open  HOST is open',
    '      close it',
  ])
  expect(totals(findings)).toBe('1 error, 1 warning')
})

test('causes come first, what is alike is told once, and consequences are counted', () => {
  const inLine = (line: number) => ({
    ...findings[1],
    file: '/nowhere.yml',
    line,
    column: 1,
    endColumn: 2,
  })
  const ofTest = (i: number) => ({ ...inLine(i), rule: 'policy-test', message: `test ${i}` })
  const tests = Array.from({ length: 25 }, (_, i) => ofTest(i + 1))
  const linesOf = (found: Parameters<typeof textReport>[0]) =>
    stripVTControlCharacters(textReport(found)).split('\n')
  const told = linesOf([...tests, inLine(7), inLine(8), inLine(9)])
  expect(told[0]).toBe('/nowhere.yml:7:1  warning  open  HOST is open')
  expect(told[1]).toBe('      close it (and at 2 more places)')
  expect(told.filter((line) => line.includes('policy-test'))).toHaveLength(3)
  expect(told.at(-1)).toBe('and 22 more expectations of policy tests fail')
  expect(linesOf(tests).at(-1)).toBe('and 5 more expectations of policy tests fail')
})
