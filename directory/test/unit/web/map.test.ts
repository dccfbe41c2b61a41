import { findCorners, findMiddle, flatten } from '../../../web/map/areas.js'
import { parseBox, toBox, toEdges } from '../../../web/map/boxes.js'
import { findCity, placeLabels } from '../../../web/map/labels.js'
import type { MapPoint } from '../../../web/map/points.js'
import {
  describeSpot,
  findCell,
  findFocus,
  getDiameter,
  groupPoints,
  toSpot,
} from '../../../web/map/spots.js'
import { kilometre } from '../../../web/text/distance.js'
import { toMapPoints } from '../../../web/text/organization.js'
import { describeMap } from '../../../web/text/search.js'

/** Parts of the map that need no browser. */

const point = (id: string, lat: number, lon: number, place?: string): MapPoint => ({
  id,
  lat,
  lon,
  label: id,
  place,
  href: `?id=${id}`,
})

describe('spots', () => {
  const points = [
    point('a', 41.82, -71.41),
    point('b', 41.82, -71.41),
    point('c', 41.83, -71.4),
    point('d', 44.48, -73.21),
  ]
  const held = (zoom: number) =>
    groupPoints(points, zoom).map((spot) => spot.points.map(({ id }) => id).join(''))

  test.each<[number, string[]]>([
    [10, ['abc', 'd']],
    [20, ['ab', 'c', 'd']],
  ])('in the cells of zoom %d', (zoom, expected) => {
    expect(held(zoom)).toEqual(expected)
  })

  test('in words: whether there is more to see', () => {
    const [whole] = groupPoints(points, 5)
    const [same, one] = groupPoints(points, 20)
    expect([whole!, same!, one!].map(describeSpot)).toEqual([
      ...['4 organizations around here', '2 organizations at this place', 'c'],
    ])
    expect(describeSpot(toSpot('0/0/0', 1, [0, 0, 0, 0]))).toBe('1 organization')
  })

  test('a dot is where its organizations are, and wholly in its cell', () => {
    const [, , d] = groupPoints(points, 20)
    expect([d!.lat, d!.lon]).toEqual([44.48, -73.21])
    const edge = -71.71875 // of the cells 9/153 and 9/154
    const spot = toSpot('9/154/191', 1000, [edge, 41.5, edge + 0.01, 41.6])
    const pixels = ((spot.lon - edge) / 360) * 2 ** 9 * 64
    expect(pixels).toBeCloseTo(getDiameter(spot) / 2)
    expect(findCell(spot, 9)).toBe('9/154/191')
  })

  test('the focus is on nearly all of them, not on one in Guam', () => {
    const guam = toSpot('5/28/14', 1, [144.7, 13.4, 144.7, 13.4])
    const many = toSpot('5/9/11', 900, [-73.4, 41.1, -67.6, 44.9])
    const some = toSpot('5/6/11', 99, [-111, 41, -104, 45])
    expect(findFocus([guam, some, many])).toEqual([-111, 41, -67.6, 45])
    expect(findFocus([guam])).toEqual(guam.box)
    expect(findFocus([])).toBeUndefined()
  })
})

describe('boxes', () => {
  test.each([
    ['beyond the 180th meridian', [170, -10, 190, 10], [170, -10, -170, 10]],
    ['of the Earth', [-300, -95, 200, 95], [-180, -90, 180, 90]],
  ])('of a view: %s', (_, [west, south, east, north], box) => {
    expect(toBox({ west: west!, south: south!, east: east!, north: north! })).toEqual(box)
  })

  test('across the 180th meridian a map goes on', () => {
    expect(toEdges([170, -10, -170, 10])).toEqual({ west: 170, south: -10, east: 190, north: 10 })
    expect(toEdges([10, 41, 10, 41])).toEqual({ west: 10, south: 41, east: 10, north: 41 })
  })

  test('in a text', () => {
    expect(parseBox('-71.5,41.7,-71.3,41.9')).toEqual([-71.5, 41.7, -71.3, 41.9])
    const wrong = ['', '1,2,3', '1,2,3,4,5', 'a,b,c,d', '1,2,3,4;', ' 1,2,3,4']
    expect(wrong.map(parseBox)).toEqual(wrong.map(() => undefined))
  })
})

describe('names', () => {
  test('a spot has the name of most of its points, or none', () => {
    const at = (...places: (string | undefined)[]) =>
      places.map((place, i) => point(`${i}`, 0, 0, place))
    const points = at('Providence', 'Cranston', 'Providence', undefined)
    expect(findCity({ points, count: 3 })).toBe('Providence')
    expect(findCity({ points, count: 4 })).toBeUndefined()
  })

  test('what is there already, and an earlier name, leave no room', () => {
    const box = (x: number, y: number, label = '') => ({ x, y, width: 20, height: 10, label })
    const boxes = [
      box(0, 0, 'a'),
      box(19, 9, 'b'),
      box(20, 0, 'b'),
      box(90, 0, 'a'),
      box(60, 0, 'c'),
    ]
    expect(placeLabels(boxes, [box(75, 5)])).toEqual([boxes[0], boxes[2]])
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
    expect(findMiddle(outline)).toEqual({ lat: 2, lon: -18 })
    expect(findCorners(outline)).toEqual([
      [0, -20],
      [4, 12],
    ])
  })

  test('a ring beyond the 180th meridian is not drawn around the world', () => {
    const ring = square(179, 2).map(([lon, lat]) => [lon! > 180 ? lon! - 360 : lon!, lat!])
    expect(flatten({ type: 'Polygon', coordinates: [ring] })).toEqual([[square(179, 2)]])
    expect(flatten({ type: 'MultiPolygon', coordinates: [[ring]] })).toEqual([[square(179, 2)]])
  })
})

test('an organization is a point with its place, its distance and its address', () => {
  const known = { id: 'us-1', name: 'FOOD BANK OF RI', city: 'PROVIDENCE', region: 'RI' }
  const location = { lat: 41.82, lon: -71.41 }
  expect(toMapPoints({ ...known, location, distance_km: 2.2 }, kilometre)).toEqual([
    {
      ...location,
      id: 'us-1',
      label: 'Food Bank of RI',
      place: 'Providence',
      note: 'Providence, RI · 2.2 km',
      href: '/organizations/us-1-food-bank-of-ri',
    },
  ])
  expect(toMapPoints({ ...known, location })[0]!.note).toBe('Providence, RI')
  expect(toMapPoints(known)).toEqual([])
})

test.each([
  [3, 3, 'On the map: all 3.'],
  [18, 1234, /^On the map: 18 of 1,234; /],
])('%d of %d: says what the map does not show', (shown, total, text) => {
  expect(describeMap(shown, total)).toMatch(text)
})
