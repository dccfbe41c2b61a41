import { removeValue } from '../../../web/src/docs/document.js'

test.each([
  // the words of a search, and what a call requires, stay filled in
  [
    { name: 'q', example: 'food bank' },
    { name: 'q', example: 'food bank' },
  ],
  [
    { name: 'id', required: true, example: 'x' },
    { name: 'id', required: true, example: 'x' },
  ],
  [
    { name: 'radius', description: 'Far.', example: 5, schema: { type: 'number', default: 25 } },
    {
      ...{ name: 'radius', description: 'Far. Example: `5`. Default: `25`.' },
      schema: { type: 'number' },
    },
  ],
])('in the reference the parameter %j is %j', (parameter, shown) => {
  expect(removeValue(parameter)).toEqual(shown)
})
