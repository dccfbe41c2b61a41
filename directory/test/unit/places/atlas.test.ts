import { cutOut, toBoxes } from '../../../web/map/atlas.js'

/** How the build cuts the outlines of maps into files. */

test('a wide area is within boxes between parallels, of which none is far from it', () => {
  const ring = [
    [-20, 3],
    [-19, 3.5],
    [-5.04, 0.5],
    [-20, 3],
  ]
  const narrow = ring.map(([lon = 0, lat = 0]) => [lon / 2, lat])
  expect(toBoxes({ type: 'Polygon', coordinates: [narrow] })).toEqual([[5, -100, 35, -25]])
  expect(toBoxes({ type: 'Polygon', coordinates: [ring] })).toEqual([
    [30, -200, 35, -50],
    [5, -200, 10, -50],
    [10, -200, 20, -50],
    [20, -200, 30, -50],
  ])
  expect(toBoxes({ type: 'MultiPolygon', coordinates: [[ring]] })).toHaveLength(4)
})

test('a part of a topology has the arcs that it needs', () => {
  const transform = { scale: [1, 1], translate: [0, 0] }
  const arcs = ['a', 'b', 'c', 'd']
  const area = { type: 'Polygon', id: '1', arcs: [[2, ~0]] }
  const lines = { type: 'MultiLineString', arcs: [[~2], [3]] }
  expect(cutOut({ transform, arcs }, { states: [area], counties: [lines] })).toEqual({
    type: 'Topology',
    transform,
    objects: {
      states: { type: 'GeometryCollection', geometries: [{ ...area, arcs: [[0, ~1]] }] },
      counties: { type: 'GeometryCollection', geometries: [{ ...lines, arcs: [[~0], [2]] }] },
    },
    arcs: ['c', 'a', 'd'],
  })
})
