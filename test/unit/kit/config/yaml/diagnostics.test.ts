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
