import { renderCauses } from '../../../../kit/log/causes.js'

const system = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
  code: 'ECONNREFUSED',
})
const circular = new Error('round')
circular.cause = new Error('and round', { cause: circular })

test.each<[string, unknown, string]>([
  ['a message', new Error('no'), 'no'],
  ['a cause', new Error('no', { cause: system }), `no\n  caused by: ${system.message}`],
  [
    'one whose code is said',
    new Error('no (ECONNREFUSED)', { cause: system }),
    'no (ECONNREFUSED)',
  ],
  ['one that is said', new Error('no: why', { cause: new Error('why') }), 'no: why'],
  ['one without a message', new Error('no', { cause: new AggregateError([]) }), 'no'],
  ['causes that go round', circular, 'round\n  caused by: and round'],
  ['a credential', new Error('npd_8fK2xQ1z_secretsecret'), 'npd_8fK2xQ1z_[redacted]'],
])('%s', (_name, error, text) => {
  expect(renderCauses(error)).toBe(text)
})
