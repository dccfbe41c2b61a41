import fc from 'fast-check'
import { describe as describeMistake } from '../../../../../kit/config/yaml/diagnostics.js'
import { parseSource } from '../../../../../kit/config/yaml/source.js'
import { casesIn } from '../../../../support/cases.js'

const { misread } = casesIn<{
  misread: [text: string, says: string][]
}>(__dirname, 'source.yml')

const values: Record<string, string> = {
  NAME: 'value',
  HASH: 'abc #1',
  LINES: 'a\nb: c',
  EMPTY_SAID: '',
}
const settingOf = (name: string) => values[name]
const parse = (text: string, lookUp: (name: string) => string | undefined = settingOf) =>
  parseSource('some.yml', text, lookUp)

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
describe('variables', () => {
  test.each([
    ['a whole value', 'a: ${NAME}', 'value'],
    ['in quotes', 'a: "${NAME}"', 'value'],
    ['a comment sign stays', 'a: ${HASH}', 'abc #1'],
    ['line breaks stay', 'a: ${LINES}', 'a\nb: c'],
    ['an unused default', 'a: ${NAME:-other}', 'value'],
    ['a default', 'a: ${NOPE:-http://h:1/x-y}', 'http://h:1/x-y'],
    ['an empty default', 'a: ${NOPE:-}', ''],
    ['a dollar without brace', 'a: $NAME $1 {x}', '$NAME $1 {x}'],
    ['behind an alias', 'b: &b ${NAME}\na: *b', 'value'],
    ['merged', 'b: &b { a: "${NAME}" }\n<<: *b', 'value'],
  ])('%s', (_, text, wanted) => {
    const { value, mistakes } = parse(text)
    expect(mistakes).toEqual([])
    expect((value as { a: unknown }).a).toBe(wanted)
  })

  test('keys and comments are left alone', () => {
    const { value, mistakes } = parse('# ${NOPE}\n"${NOPE}": 1 # ${NOPE}')
    expect({ value, mistakes }).toEqual({ value: { '${NOPE}': 1 }, mistakes: [] })
  })

  test('no value of a setting changes the structure', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { value } = parse('a: ${X}\nb: { c: ["${X}", 1] }', () => text)
        expect(value).toEqual({ a: text, b: { c: [text, 1] } })
      }),
    )
  })

  test('a secret of a broken file is not shown', () => {
    const texts = [
      'a: [hunter2 b: hunter2',
      'a: "hunter2\n',
      'a: 1\n  hunter2: 2\n',
      'a: ${NAME hunter2}',
      '- a\nhunter2: x',
    ]
    for (const text of texts) {
      const { mistakes } = parse(text)
      expect(mistakes).not.toEqual([])
      expect(JSON.stringify(mistakes)).not.toContain('hunter2')
    }
  })
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
describe('what YAML reads otherwise than it looks', () => {
  test.each(misread)('%j', (text, says) => {
    const [told = '', ...others] = parse(text).mistakes.map(describeMistake)
    expect(told.slice(0, `some.yml:${says}`.length)).toBe(`some.yml:${says}`)
    expect(others).toEqual([])
  })
})

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

describe('places', () => {
  const { place } = parse(
    'a:\n  b:\n    - c: 1\n    - { d: 2, e: [3, 4] }\nf: &f { g: 5 }\nh: *f\ni:\n  <<: *f\n  ' +
      'j: 6\n',
  )
  test.each([
    [['a'], 1, 1],
    [['a', 'b'], 2, 3],
    [['a', 'b', 1, 'd'], 4, 9],
    [['a', 'b', 1, 'e', 1], 4, 22],
    [['a', 'b', 1, 'missing', 'x'], 4, 7],
    [['a', 'b', 7], 2, 3],
    [['h', 'g'], 5, 9],
    [['i', 'g'], 5, 9],
    [[], 1, 1],
  ])('%j', (path, line, column) => {
    expect(place({ path, rule: 'r', message: 'm', remedy: 'r' })).toMatchObject({
      file: 'some.yml',
      line,
      column,
    })
  })
})

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
test.each([
  [['a'], 'a: ${NAME}', 'm (value of NAME)'],
  [['a'], 'a: x${NAME}${HASH}', 'm (value of NAME, HASH)'],
  [['a'], 'a: ${NAME}x${NAME}', 'm (value of NAME)'],
  [['a'], 'a: ${NOPE:-5}', 'm'],
  [['a', 'b'], 'a: ${NAME}', 'm'],
  [['a', 0], 'a: [ "${NAME}" ]', 'm (value of NAME)'],
  [['b'], 'a: &a ${NAME}\nb: *a', 'm (value of NAME)'],
  [['b', 'a'], 'c: &c { a: "${NAME}" }\nb: { <<: *c }', 'm (value of NAME)'],
])('what is found at %j of %j names the variable behind the value', (path, text, message) => {
  expect(parse(text).place({ path, rule: 'r', message: 'm', remedy: 'r' }).message).toBe(message)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

test.each([
  ['key: value', ['key'], 1, 4],
  ['key:\n  - [a, bcd]', ['key', 0, 1], 9, 12],
  ['key:\n  - { a: 1,\n b: 2 }', ['key', 0], 5, 6],
  ['', ['key'], 1, 2],
])('what is meant in %j at %j stands from column %i to %i', (text, path, column, endColumn) => {
  expect(parse(text).place({ path, rule: 'r', message: 'm', remedy: 'r' })).toMatchObject({
    column,
    endColumn,
  })
})

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'a:[]{}-&*!|>"\'#%@ \n\t$,?') }),
      (text) => void parse(text),
    ),
  )
})

test('a mistake that every use of an anchor has is told at the anchor, another at its uses', () => {
  const { placeAll } = parseSource(
    'f',
    'x-parts:\n  p: &p { a: 1 }\nb: *p\nc: *p\n',
    () => undefined,
  )
  const mistake = { rule: 'wrong-type', message: 'm', remedy: 'r' }
  const linesOf = (...keys: string[]) =>
    placeAll(keys.map((key) => ({ ...mistake, path: [key, 'a'] }))).map(({ line }) => line)
  expect(linesOf('b', 'c')).toEqual([2])
  expect(linesOf('c')).toEqual([4])
})

test('an anchor may be used any number of times', () => {
  const { value, mistakes } = parse(`a: &a [1]\nb: [${'*a, '.repeat(500)}]\n`)
  expect([(value as { b: unknown[] }).b.length, mistakes]).toEqual([500, []])
})
