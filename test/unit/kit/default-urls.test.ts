import { setting } from '../../../kit/config/settings.js'

describe('the URLs of the auth service', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['AUTH_SERVICE_URL', {}, 'http://127.0.0.1:8082'],
    ['AUTH_SERVICE_URL', { AUTH_PORT: '9082' }, 'http://127.0.0.1:9082'],
    ['AUTH_INTERNAL_URL', {}, 'http://127.0.0.1:8084'],
    ['AUTH_INTERNAL_URL', { AUTH_INTERNAL_PORT: '9084' }, 'http://127.0.0.1:9084'],
    [
      'AUTH_INTERNAL_URL',
      { AUTH_INTERNAL_PORT: '9084', AUTH_INTERNAL_URL: 'http://auth:1' },
      'http://auth:1',
    ],
  ]
  test.each(cases)('%s with %j', (name, env, url) => expect(setting(name, env)).toBe(url))

  test('an invalid port is the reported mistake', () => {
    expect(() => setting('AUTH_INTERNAL_URL', { AUTH_INTERNAL_PORT: 'http' })).toThrow(
      'AUTH_INTERNAL_PORT must be a port',
    )
  })
})
