import { internalCalls, internalRequest } from '../../../../kit/api/internal-api.js'
import { filledPath, makePartsReader } from '../../../../kit/api/path-template.js'

test('a request for a call has its parts and its query, each encoded', () => {
  expect(internalRequest('health', {})).toEqual({ method: 'GET', path: '/internal/health' })
  expect(internalRequest('disableUser', { user: 'ada/l?@example.org' })).toEqual({
    method: 'POST',
    path: '/internal/users/ada%2Fl%3F%40example.org/disable',
  })
  expect(internalRequest('changes', {}, { since: 'a.1&b=2' }).path).toBe(
    '/internal/changes?since=a.1%26b%3D2',
  )
  expect(internalRequest('listApiKeys', {}, {}).path).toBe('/internal/api-keys')
})

test('no two calls have the same method and path', () => {
  const all = Object.values(internalCalls).map(({ method, path }) => `${method} ${path}`)
  expect(new Set(all).size).toBe(all.length)
})

describe('the parts of a path', () => {
  const template = '/users/{user}/keys/{id}'
  const partsOf = makePartsReader(template)

  test.each(['a', 'a/b', '..', '%2f', 'constructor', '__proto__', 'ü', '?#', ' '])(
    '%j is read as it was filled in',
    (part) => {
      expect(partsOf(filledPath(template, { user: part, id: 'x' }))).toEqual({
        user: part,
        id: 'x',
      })
    },
  )

  test.each(['', '/users/a/keys/', '/users//keys/x', '/users/a/keys/%E0%A4'])(
    '%j has none',
    (path) => expect(partsOf(path)).toBeUndefined(),
  )

  test('the text of a template is no pattern', () => {
    expect(makePartsReader('/a.b')('/axb')).toBeUndefined()
    expect(makePartsReader('/a.b')('/a.b')).toEqual({})
  })
})
