import { stripVTControlCharacters } from 'node:util'
import { pretty } from '../../../../kit/log/pretty.js'

const base = { time: '2026-11-22T03:15:10.111Z' }

test.each<[string, object, string]>([
  [
    'a request: what was asked and answered',
    {
      level: 'info',
      requestId: 'one',
      method: 'GET',
      path: '/a',
      status: 200,
      durationMs: 1.5,
      stepsMs: { envelope: 0.1 },
      msg: 'request',
    },
    '03:15:10.111 GET /a 200 1.5 ms\n',
  ],
  [
    'a request that was refused',
    {
      level: 'info',
      method: 'POST',
      path: '/a\u001b[2J',
      status: 400,
      code: 'VALIDATION_ERROR',
      durationMs: 1.5,
      msg: 'request',
    },
    '03:15:10.111 POST "/a\\u001b[2J" 400 VALIDATION_ERROR 1.5 ms\n',
  ],
  [
    'a request without an answer',
    { level: 'info', method: 'GET', path: '/a', aborted: true, durationMs: 1.5, msg: 'request' },
    '03:15:10.111 GET /a no answer 1.5 ms\n',
  ],
  [
    'an event',
    { level: 'warn', target: 'http://a', msg: 'upstream is unavailable' },
    '03:15:10.111 warn  upstream is unavailable  target=http://a\n',
  ],
  [
    'an event alone',
    { level: 'info', msg: 'gateway closing' },
    '03:15:10.111 info  gateway closing\n',
  ],
  [
    'an error and its causes',
    {
      level: 'error',
      err: {
        name: 'E',
        message: 'm',
        stack: 'E: m\n    at x',
        code: 'C',
        cause: { message: 'inner' },
      },
      msg: 'oh',
    },
    '03:15:10.111 error oh\n    E: m (C)\n        at x\n    inner\n',
  ],
  [
    'nothing that a terminal obeys',
    { level: 'info', path: '\u001b[2J\u009b1m', msg: '\u001b]0;x\u0007' },
    '03:15:10.111 info  "\\u001b]0;x\\u0007"  path="\\u001b[2J 1m"\n',
  ],
])('%s', (_, record, text) => {
  expect(stripVTControlCharacters(pretty(JSON.stringify({ ...base, ...record })))).toBe(text)
})
