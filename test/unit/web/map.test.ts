import { kilometre } from '../../../web/src/directory/distance.js'
import { pointsOf } from '../../../web/src/directory/places.js'
import { onMap } from '../../../web/src/directory/words.js'
import { cornersOf, flat, middleOf } from '../../../web/src/map/areas.js'
import { clustersOf, titleOf } from '../../../web/src/map/clusters.js'
import { cityOf, withoutOverlap } from '../../../web/src/map/labels.js'
import type { MapPoint } from '../../../web/src/map/points.js'

/** Parts of the map that need no browser. */

const point = (id: string, lat: number, lon: number, place?: string): MapPoint => ({
  id,
  lat,
  lon,
  label: id,
  place,
  href: `?id=${id}`,
})
const held = (points: MapPoint[], zoom: number) =>
  clustersOf(points)(zoom)
    .map((spot) => spot.points.map(({ id }) => id).sort())
    .sort()

describe('spots', () => {
  const points = [
    point('a', 41.82, -71.41),
    point('b', 41.82, -71.41),
    point('c', 41.83, -71.4),
    point('d', 44.48, -73.21),
  ]

  test.each<[number, string[][]]>([
    [3, [['a', 'b', 'c', 'd']]],
    [8, [['a', 'b', 'c'], ['d']]],
    [18, [['a', 'b'], ['c'], ['d']]],
  ])('at zoom %d what is close falls together', (zoom, expected) => {
    expect(held(points, zoom)).toEqual(expected)
  })

  test('know the zoom at which they fall apart, and whether there is one', () => {
    const [whole] = clustersOf(points)(3)
    expect(held(points, whole!.opensAt!).length).toBeGreaterThan(1)
    expect(held(points, whole!.opensAt! - 1).length).toBe(1)
    const same = clustersOf(points.slice(0, 2))(3)[0]!
    expect([same.opensAt, titleOf(same)]).toEqual([undefined, '2 organizations at this place'])
    expect(titleOf(whole!)).toBe('4 organizations around here')
  })
})

describe('names', () => {
  test('a spot has the name of most of its points, or none', () => {
    const at = (...places: (string | undefined)[]) =>
      places.map((place, i) => point(`${i}`, 0, 0, place))
    expect(cityOf(at('Providence', 'Cranston', 'Providence'))).toBe('Providence')
    expect(cityOf(at('Providence', 'Cranston'))).toBeUndefined()
    expect(cityOf(at(undefined))).toBeUndefined()
  })

  test('what is there already, and an earlier name, leave no room', () => {
    const box = (x: number, y: number) => ({ x, y, width: 20, height: 10 })
    const boxes = [box(0, 0), box(19, 9), box(20, 0), box(60, 0)]
    expect(withoutOverlap(boxes, [box(75, 5)])).toEqual([boxes[0], boxes[2]])
  })
})

describe('areas', () => {
  const square = (west: number, size: number) => [
    [west, 0],
    [west + size, 0],
    [west + size, size],
    [west, size],
    [west, 0],
  ]

  test('the name is in the middle of the largest part, the corners are those of all', () => {
    const outline = [[square(10, 2)], [square(-20, 4)]]
    expect(middleOf(outline)).toEqual({ lat: 2, lon: -18 })
    expect(cornersOf(outline)).toEqual([
      [0, -20],
      [4, 12],
    ])
  })

  test('a ring beyond the 180th meridian is not drawn around the world', () => {
    const ring = square(179, 2).map(([lon, lat]) => [lon! > 180 ? lon! - 360 : lon!, lat!])
    expect(flat({ type: 'Polygon', coordinates: [ring] })).toEqual([[square(179, 2)]])
    expect(flat({ type: 'MultiPolygon', coordinates: [[ring]] })).toEqual([[square(179, 2)]])
  })
})

test('an organization is a point with its place, its distance and its address', () => {
  const known = { id: 'us-1', name: 'FOOD BANK OF RI', city: 'PROVIDENCE', region: 'RI' }
  const location = { lat: 41.82, lon: -71.41 }
  expect(pointsOf({ ...known, location, distance_km: 2.2 }, kilometre)).toEqual([
    {
      ...location,
      id: 'us-1',
      label: 'Food Bank of RI',
      place: 'Providence',
      note: 'Providence, RI · 2.2 km',
      href: '/organizations/us-1-food-bank-of-ri',
    },
  ])
  expect(pointsOf({ ...known, location })[0]!.note).toBe('Providence, RI')
  expect(pointsOf(known)).toEqual([])
})

test.each([
  [3, 3, 3, 'On the map: 3 of 3.'],
  [18, 20, 1234, 'On the map: 18 of 1,234 on this page. 2 without a known place.'],
])('%d of %d of %d: says what the map does not show', (placed, results, total, text) => {
  expect(onMap(placed, results, total)).toBe(text)
})
