import { toPagePath, toSlug } from '../../../fields/page-path.js'

test.each([
  ["St. Mary's Home, Inc.", 'st-marys-home-inc'],
  ['Société d’Électricité', 'societe-delectricite'],
  ['日本 協会', '日本-協会'],
  ['x'.repeat(300), 'x'.repeat(60)],
  [`${'x'.repeat(58)} ${'y'.repeat(9)}`, `${'x'.repeat(58)}-y`],
  ['\ud835\udd04'.repeat(99), 'a'.repeat(60)],
  ['\ud800', ''],
])('%p is %p in an address', (name, slug) => expect(toSlug(name)).toBe(slug))

test.each([
  [{ id: 'us-050258937', name: 'Rhode Island Hospital' }, 'us-050258937-rhode-island-hospital'],
  [{ id: 'org-\ud800', name: '***' }, 'org-%EF%BF%BD'],
  [{ id: 'a/b?c', name: '協会' }, 'a%2Fb%3Fc-%E5%8D%94%E4%BC%9A'],
])('the page of %p', (organization, path) =>
  expect(toPagePath(organization)).toBe(`organizations/${path}`),
)
