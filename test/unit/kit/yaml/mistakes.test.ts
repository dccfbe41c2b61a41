import { ConfigurationError, didYouMean } from '../../../../kit/yaml/mistakes.js'

test.each([
  ['throtle', ['open', 'throttle'], 'did you mean "throttle"?'],
  ['credentails', ['credentials'], 'did you mean "credentials"?'],
  ['xyz', ['abc', 'throttle'], 'known: abc, throttle'],
  ['x', ['y'], 'known: y'],
  ['x', [], 'none is known here'],
])('%s among %j', (word, known, remedy) => {
  expect(didYouMean(word, known)).toBe(remedy)
})

test('the error tells every mistake on a line of its own', () => {
  const place = { file: 'a.yml', line: 12, column: 9, endColumn: 10 }
  const mistake = { ...place, severity: 'error', rule: 'r', message: 'unknown policy "x"', remedy: 'known: y' } as const
  const { message } = new ConfigurationError([mistake, { ...mistake, line: 13 }])
  expect(message).toBe('a.yml:12:9 unknown policy "x": known: y\na.yml:13:9 unknown policy "x": known: y')
  const { mistakes, message: errors } = new ConfigurationError([
    mistake,
    { ...mistake, line: 9, severity: 'warning' },
    mistake,
  ])
  expect(mistakes).toHaveLength(2)
  expect(errors).toBe('a.yml:12:9 unknown policy "x": known: y')
})
