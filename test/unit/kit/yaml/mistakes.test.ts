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
  const mistake = { file: 'a.yml', line: 12, column: 9, message: 'unknown policy "x"', remedy: 'known: y' }
  const { message } = new ConfigurationError([mistake, { ...mistake, line: 13 }])
  expect(message).toBe('a.yml:12:9 unknown policy "x": known: y\na.yml:13:9 unknown policy "x": known: y')
})
