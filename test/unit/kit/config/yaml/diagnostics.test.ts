import { ConfigurationError, didYouMean } from '../../../../../kit/config/yaml/diagnostics.js'

test('where no name is known, that is told', () => {
  expect(didYouMean('x', [])).toBe('none is known here')
})

const place = {
  file: 'a.yml',
  line: 12,
  column: 9,
  endColumn: 10,
  severity: 'error',
  rule: 'r',
} as const

test('the error lists every mistake on a line of its own', () => {
  const mistake = { ...place, message: 'unknown policy "x"', remedy: 'known: y' }
  const { message } = new ConfigurationError([mistake, { ...mistake, line: 13 }])
  expect(message).toBe(
    'a.yml:12:9 unknown policy "x": known: y\na.yml:13:9 unknown policy "x": known: y',
  )
  const { mistakes, message: errors } = new ConfigurationError([
    mistake,
    { ...mistake, line: 9, severity: 'warning' },
    mistake,
  ])
  expect(mistakes).toHaveLength(2)
  expect(errors).toBe('a.yml:12:9 unknown policy "x": known: y')
})

test('a mistake repeated by an alias is reported once', () => {
  const mistake = { ...place, message: '"fields.allow" must be a list', remedy: 'write […]' }
  const { mistakes } = new ConfigurationError([
    mistake,
    { ...mistake, message: '"rules.fields.allow" must be a list' },
    { ...mistake, remedy: 'another' },
    { ...mistake, column: 10 },
  ])
  expect(mistakes).toEqual([mistake, { ...mistake, remedy: 'another' }, { ...mistake, column: 10 }])
})
