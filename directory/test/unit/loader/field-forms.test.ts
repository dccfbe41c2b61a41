import { FieldForms } from '../../../loader/record/field-forms.js'

/** Two rows with the same custom field in two forms. */
const pairs: [field: string, value: object, object: object][] = [
  ['two', { two: [null, 'x'] }, { two: [{ of: 1 }] }],
  ['two', { two: '' }, { 'two.of': 1 }],
  ['outer.two', { outer: { two: 1 } }, { outer: { two: { of: 1 } } }],
]

test.each(pairs)('%s: a value and an object, in either order', (field, value, object) => {
  for (const [one, other, said] of [
    [value, object, 'an object, but a value'],
    [object, value, 'a value, but an object'],
  ] as const) {
    const forms = new FieldForms()
    forms.check(one, 'a: line 1')
    expect(() => forms.check(other, 'b: line 7')).toThrow(
      `b: line 7: "${field}" is ${said} in a: line 1: ` +
        'give it one form in all rows, and load them with --replace',
    )
  }
})

test('null, empty lists, values of several types and known fields fit every form', () => {
  const forms = new FieldForms()
  for (const two of [null, [], 1, 'x', true, [2, ['y']]]) forms.check({ two }, 'a')
  for (const place of [{ lat: 1, lon: 1 }, 'x']) forms.check({ location: place }, 'a')
  expect(() => forms.check({ two: {} }, 'b')).toThrow('b: "two" is an object')
})

test('of more fields than an index takes the first ones are compared', () => {
  const forms = new FieldForms()
  for (let i = 0; i < 10_000; i++) forms.check({ [`own-${i}`]: 1 }, 'a')
  forms.check({ 'own-9999': {} }, 'b')
})
