import { maskText, maskValue, toYaml } from '../../../../../kit/config/yaml/shown.js'
import { parseSource } from '../../../../../kit/config/yaml/source.js'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of the YAML
test.each([
  ['a value', 'password: hunter2 # why', 'password: ******* # why'],
  [
    'one in quotes',
    '{ a: 1, serviceSecret: "hunter 2", b: 2 }',
    '{ a: 1, serviceSecret: ******* **, b: 2 }',
  ],
  ['lines of one', 'apiKey: |\n  hunter\n  two\nb: 1', 'apiKey: *\n  ******\n  ***\nb: 1'],
  ['a default', 'password: ${WORD:-hunter2}', 'password: ****************'],
  ['in a URL', 'url: https://u:hunter2@host/x', 'url: https://*********@host/x'],
  ['behind a mistake', 'a: [1\npassword: hunter2, more', 'a: [1\npassword: ******** ****'],
  [
    'a scheme and its credential',
    'X-Forward: Bearer hunter2hunter2',
    'X-Forward: Bearer **************',
  ],
  ['a header that is set', 'set: { X-Site: hunter2 }', 'set: { X-Site: ******* }'],
  ['in the query of a URL', 'url: http://host/x?key=hunter2', 'url: http://host/x?***********'],
  [
    'in a second key of that name',
    'token: hunter2\ntoken: hunter3',
    'token: *******\ntoken: *******',
  ],
])('hidden: %s', (_, text, shown) => {
  expect(maskText(text)).toBe(shown)
})

test.each([
  'password: ${ELASTICSEARCH_PASSWORD:-}',
  'serviceSecret: "${SERVICE_SECRET}"',
  'queryKey: true',
  'tokens: { accessSeconds: 3600 }',
  'url: http://host:8080/a@b',
  'password: { minLength: 12 }',
])('shown: %s', (text) => {
  expect(maskText(text)).toBe(text)
})
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: variables of the YAML

test('values are masked by their names, by what they hold, and in URLs', () => {
  const value = {
    password: 'hunter2',
    apiKey: '',
    tokens: { accessSeconds: 60 },
    headers: { request: { set: { 'X-Site': 'hunter6', 'X-None': '' } } },
    text: 'Bearer hunter7hunter7',
    list: ['see hunter3', 'http://u:hunter4@host/', { clientSecret: 'hunter5', a: null, b: true }],
  }
  expect(maskValue(value, ['hunter3', ''])).toEqual({
    password: '***',
    apiKey: '',
    tokens: { accessSeconds: 60 },
    headers: { request: { set: { 'X-Site': '***', 'X-None': '' } } },
    text: 'Bearer ***',
    list: ['***', 'http://***@host/', { clientSecret: '***', a: null, b: true }],
  })
})

test('what is printed can be read again', () => {
  const value = { host: '*', text: 'a: b #', number: '5', list: [1, null], long: 'x '.repeat(100) }
  expect(parseSource('f', toYaml(value), () => undefined).value).toEqual(value)
})
