import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { presetsIn } from '../../../dev/cookbook.js'
import { outlineOf, shippedOutline, type Topology } from '../../../dev/outline.js'

const read = (path: string) => readFileSync(join(__dirname, '../../..', path), 'utf8')

test('the presets of /try are the questions of docs/queries.md', () => {
  const presets = presetsIn(read('docs/queries.md'))
  expect(presets.length).toBe(15)
  expect(
    presets.every(({ title, about, index }) => title !== '' && about !== '' && index.endsWith('*')),
  ).toBe(true)
  expect(JSON.parse(read('web/src/try/presets.json'))).toEqual(presets)
})

test('the outline of the world is the one that `npm run docs` makes', () => {
  expect(read('plugins/pages/public/try/world.json')).toBe(shippedOutline())
})

/**
 * Two squares side by side, of 10 steps; the line between them has a point that hardly leaves it.
 */
const squares: Topology = {
  transform: { scale: [0.1, 0.1], translate: [1, 2] },
  arcs: [
    [
      [10, 0],
      [0.1, 5],
      [-0.1, 5],
    ],
    [
      [10, 10],
      [-10, 0],
      [0, -10],
      [10, 0],
    ],
    [
      [10, 0],
      [10, 0],
      [0, 10],
      [-10, 0],
    ],
  ],
  objects: {
    land: { type: 'MultiPolygon', arcs: [[[1, 2]]] },
    countries: {
      type: 'GeometryCollection',
      geometries: [
        { type: 'Polygon', arcs: [[1, 0]] },
        { type: 'Polygon', arcs: [[2, ~0]] },
      ],
    },
  },
}

test('land is drawn without what hardly shows, and a border once', () => {
  const { features } = outlineOf(squares) as {
    features: { properties: object; geometry: { coordinates: unknown } }[]
  }
  expect(features.map(({ geometry }) => geometry.coordinates)).toEqual([
    [
      [
        [
          [2, 3],
          [1, 3],
          [1, 2],
          [2, 2],
          [3, 2],
          [3, 3],
          [2, 3],
        ],
      ],
    ],
    [
      [
        [2, 2],
        [2, 3],
      ],
    ],
  ])
})

test('no line of the shipped outline leaps over the map', () => {
  const { features } = JSON.parse(read('plugins/pages/public/try/world.json')) as {
    features: { geometry: { coordinates: number[][][][] | number[][][] } }[]
  }
  const [land, borders] = features.map(({ geometry }) => geometry.coordinates)
  const lines = [...(land as number[][][][]).flat(), ...(borders as number[][][])]
  const leaps = lines.filter((line) =>
    line.some(([x], i) => i > 0 && Math.abs(x! - line[i - 1]![0]!) > 180),
  )
  // that around the south pole goes along the lower edge of the map
  expect(leaps.every((line) => line.filter(([, y]) => y === -90).length === 2)).toBe(true)
  expect(leaps.length).toBe(1)
})
