import { robotsText } from '../../../plugins/discovery/robots.js'
import { securityMistakes } from '../../../plugins/discovery/security.js'

test.each([...['mailto:a@example.org', 'https://example.org/security', 'tel:+1-201-555-0123']])(
  '%s is a contact',
  (contact) => expect(securityMistakes({ contact: [contact] })).toEqual([]),
)

test.each([
  ...['a@example.org', 'http://example.org', 'mailto:', 'mailto:a', 'tel:', 'https:', 'x y'],
  ...['https://example.org/\nExpires: never', 'ftp://example.org', ''],
])('%p is none', (contact) => {
  expect(securityMistakes({ contact: ['mailto:a@example.org', contact] })).toEqual([
    expect.objectContaining({
      path: ['security', 'contact', 1],
      remedy: expect.stringContaining('mailto:'),
    }),
  ])
})

test('paths in robots.txt begin with that of the gateway', () => {
  const text = robotsText('https://a.example/api', true, { sitemap: '/sitemap.xml' }, {})
  expect(text.split('\n')).toEqual([
    ...['User-agent: *', 'Disallow: /api/api/', 'Disallow: /api/?', ''],
    ...['Sitemap: https://a.example/api/sitemap.xml', ''],
  ])
})
