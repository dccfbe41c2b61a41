import { makeTraceparent, readTraceId } from '../../../../kit/telemetry/trace-context.js'

const requestId = 'e8b1a5a2-7c6a-4f3b-9d1e-0a4b5c6d7e8f'
const own = '00-e8b1a5a27c6a4f3b9d1e0a4b5c6d7e8f-9d1e0a4b5c6d7e8f-00'
const sent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test.each([
  ['a valid one goes on as it came', sent, sent],
  ['none', undefined, own],
  ['capitals', sent.toUpperCase(), own],
  ['a later version', `${sent.replace('00', 'cc')}-what`, sent],
  ['flags of a later version', sent.replace(/^00|01$/g, 'cc'), sent.replace(/01$/, '00')],
  ['no version', sent.replace('00', 'ff'), own],
  ['something behind it', `${sent}-x`, own],
  ['no trace id', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, own],
  ['no parent id', `00-4bf92f3577b34da6a3ce929d0e0e4736-${'0'.repeat(16)}-01`, own],
  ['a line break', `${sent}\n`, own],
])('%s', (_, header, expected) => {
  expect(makeTraceparent(header, requestId)).toBe(expected)
})

test('a request id that a proxy made in its own way gets a trace of its own', () => {
  const [one, two] = [
    makeTraceparent(undefined, 'a-proxy.s_1d'),
    makeTraceparent(undefined, 'a-proxy.s_1d'),
  ]
  expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  expect(readTraceId(one)).not.toBe(readTraceId(two))
})
