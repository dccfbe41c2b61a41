/** Two small indices with every kind of field, several values, none, and odd ones. */
export const mappings = {
  id: { type: 'keyword' },
  k: { type: 'keyword' },
  t: { type: 'text' },
  n: { type: 'integer' },
  d: { type: 'double' },
  dt: { type: 'date' },
  b: { type: 'boolean' },
  g: { type: 'geo_point' },
}

const places = [
  { lat: 52.1, lon: 13.2 },
  { lat: -12.1, lon: 179.2 },
] as const
const near = [
  { lat: 10, lon: -170 },
  { lat: 10.0001, lon: -170.0001 },
]
const words = ['é', 'Z', 'a b', '😀', '\uFFFD']

export const documents = {
  one: [
    { id: '1', k: ['a', 'b'], t: 'hello', n: 5, d: 1.5, dt: '2020-01-15', b: true, g: places[0] },
    { id: '2', k: 'a', n: [7, 7, 3], d: 2.5, dt: '2021-06', b: false, g: places[1] },
    { id: '3', k: words, n: -4, d: 0.0001, dt: '1969-07-20T20:17:40Z', b: [true, false] },
  ],
  two: [{ id: '4', k: 'c', n: 5, dt: '2021-06-30', g: near }, { id: '5' }],
}
