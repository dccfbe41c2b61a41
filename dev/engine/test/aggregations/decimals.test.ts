import { decimalFormat, javaDouble } from '../../aggregations/decimals.js'

test.each([
  [0, '0.0'],
  [4, '4.0'],
  [2.5, '2.5'],
  [1e7, '1.0E7'],
  [9_999_999, '9999999.0'],
  [1.5e10, '1.5E10'],
  [1e-3, '0.001'],
  [1e-4, '1.0E-4'],
  [-1.25e-7, '-1.25E-7'],
])('Java prints %d as %s', (value, text) => {
  expect(javaDouble(value)).toBe(text)
})

test.each([
  ['0', 0.5, '0'],
  ['0', 1.5, '2'],
  ['0', -0.2, '-0'],
  ['0.0', 0.25, '0.2'],
  ['0.0', 0.35, '0.3'],
  ['0.00', 1 / 3, '0.33'],
  ['#.##', 0.5, '0.5'],
  ['#.0', 0.5, '.5'],
  ['.00', -0.25, '-.25'],
  ['x #.0 y', -0.25, '-x .2 y'],
  ['#.##', 0, '0'],
  ['0.0#', 2.125, '2.12'],
  ['000.00', 4, '004.00'],
  ['#,##0.0', 1_234_567.89, '1,234,567.9'],
  ['#,##0.00', 219_978_077_795_501_640_000, '219,978,077,795,501,640,000.00'],
  ['0.000', 1e23, '100000000000000000000000.000'],
  ['0.00%', 4.0001, '400.01%'],
  ['foo0bar', 1.33, 'foo1bar'],
  ['0.0', Number.NaN, 'NaN'],
])('the format %s of %d is %s', (pattern, value, text) => {
  expect(decimalFormat(pattern)(value)).toBe(text)
})

test.each(['', 'abc', '0.0.0', '0E0', "'0'", '0;0', '-0'])(
  'the format %j is refused',
  (pattern) => {
    expect(() => decimalFormat(pattern)).toThrow(expect.objectContaining({ status: 400 }))
  },
)
