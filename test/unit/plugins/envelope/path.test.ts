import fc from 'fast-check'
import { pathProblem } from '../../../../plugins/envelope/path.js'
import { samples } from '../../../support/samples.js'

test.each([
  '/',
  '/a',
  '/a/b/',
  '/a..b',
  '/a/...',
  '/.well-known/x',
  '/a%20b',
  '/%C3%A4',
  "/~!$&'()*+,;=:@-_",
  '/a//b',
])('%s is clear', (path) => {
  expect(pathProblem(path)).toBeUndefined()
})

test.each([
  ['', 'must be a path'],
  ['*', 'must be a path'],
  ['http://a/b', 'must be a path'],
  ['/a/..', 'dot segments'],
  ['/a/../b', 'dot segments'],
  ['/./a', 'dot segments'],
  ['/%2e%2E/a', 'dot segments'],
  ['/.%2e', 'dot segments'],
  ['/..;v=1/a', 'dot segments'],
  ['/a%2fb', 'encoded slashes'],
  ['/a%5Cb', 'encoded slashes'],
  ['/a\\b', 'backslashes'],
  ['/a%0d%0ab', 'control characters'],
  ['/a%C2%85b', 'control characters'],
  ['/a\nb', 'percent-encoded'],
  ['/a b', 'percent-encoded'],
  ['/ä', 'percent-encoded'],
  ['/a#b', 'percent-encoded'],
  ['/a%', 'valid percent-encoded'],
  ['/a%4', 'valid percent-encoded'],
  ['/a%C3', 'valid percent-encoded'],
  ['/%c0%ae%c0%ae/', 'valid percent-encoded'], // an overlong dot
])('%j: %s', (path, problem) => {
  expect(pathProblem(path)).toContain(problem)
})

test('a path that passes names the same place to everybody who normalises it', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5c',
    '\\',
    ';',
    'a',
    '%61',
    '%00',
    '%',
    '#',
    '%25',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/${pieces.join('')}`
      fc.pre(pathProblem(path) === undefined && !path.startsWith('//'))
      expect(new URL(path, 'http://a').pathname).toBe(path)
      expect(decodeURIComponent(path).split('/').length).toBe(path.split('/').length)
    }),
    { numRuns: samples(500) },
  )
})
