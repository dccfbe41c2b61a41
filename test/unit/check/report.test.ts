import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { textReport } from '../../../check/report.js'

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
    '1 error, 1 warning',
  ])
})
