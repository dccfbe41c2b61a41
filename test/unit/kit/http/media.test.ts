import { accepts, chooseCoding, contentTypeFault } from '../../../../kit/http/media.js'

const json = ['application/json']

test.each<[string | undefined, string[], 'type' | 'charset' | undefined]>([
  ['application/json', json, undefined],
  ['Application/JSON ; charset=UTF-8', json, undefined],
  ['application/json;charset="utf-8"', json, undefined],
  ['application/json; charset=utf8', json, undefined],
  ['application/json; charset=iso-8859-1', json, 'charset'],
  [
    'application/vnd.elasticsearch+json; compatible-with=9',
    ['application/vnd.elasticsearch+json'],
    undefined,
  ],
  ['application/json; profile="; charset=utf-16"', json, undefined],
  ['application/json; charset=', json, 'charset'],
  ['application/json; charset="utf-8', json, 'type'],
  ['application/json; charset=utf-8, text/plain', json, 'charset'],
  ['application/json charset=utf-8', json, 'type'],
  ['application/jsonp', json, 'type'],
  ['text/plain', json, 'type'],
  ['', json, 'type'],
  [undefined, json, 'type'],
  [undefined, ['*/*'], undefined],
  ['text/csv', ['application/json', 'text/csv'], undefined],
])('the fault of %p, where it must be one of %j: %p', (header, types, expected) => {
  expect(contentTypeFault(header, types)).toBe(expected)
})

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['*/*', true],
  ['application/*', true],
  ['text/html, application/json;q=0.1', true],
  ['APPLICATION/JSON', true],
  ['application/json;profile=x', true],
  ['application/json;profile=x;q=0', false],
  ['application/json;q=0, application/json', true],
  ['application/*;q=0, */*', false],
  [',', false],
  ['text/html', false],
  ['*/*, application/*;q=0', false],
  ['application/json, */*;q=0', true],
])('Accept %p lets JSON through: %p', (header, expected) => {
  expect(accepts(header, 'application/json')).toBe(expected)
})

test('a type of anything is accepted by all', () => {
  expect(accepts('text/html', '*/*')).toBe(true)
})

test.each<[string | undefined, string | undefined]>([
  [undefined, undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.8', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity;q=1, br;q=0.5', undefined],
  ['identity;q=0, *', 'br, needed'],
  ['identity;q=0, gzip;q=0.1', 'gzip, needed'],
  ['*;q=0, gzip', 'gzip, needed'],
  [';;,;q=,=', undefined],
  ['gzip;q=nonsense', undefined],
  [`${'a,'.repeat(500)}gzip`, undefined],
])('for "Accept-Encoding: %s" the coding is %p', (header, expected) => {
  const taken = chooseCoding(header)
  expect(taken && `${taken.coding}${taken.isNeeded ? ', needed' : ''}`).toBe(expected)
})
