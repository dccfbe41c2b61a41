import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import { describe as described } from '../../../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf } from '../../../../kit/config/yaml/source.js'
import { words } from '../../../support/cases.js'
import { shippedFacts } from '../shipped.js'

/** Numbers of the YAML: taken as they are written, in plain decimal form, or refused with place. */
const gateway = `apiEndpoints:
  login: { host: "*", paths: /api/v1/auth/login, methods: [POST] }
serviceEndpoints:
  auth: { url: "http://127.0.0.1:9" }
policies: [envelope, throttle, upstream]
pipelines:
  login:
    apiEndpoints: [login]
    policies:
      - envelope:
      - throttle: [{ action: { by: address, limit: 300, windowSeconds: 60 } }]
      - upstream: [{ action: { serviceEndpoint: auth, public: true } }]
`

/** Puts a value into the file. @returns its findings, and the number that is in force. */
function put(written: string, settingOf: SettingOf = checkedSetting) {
  const text = gateway.replace('limit: 300,', () => `limit: ${written},`)
  const source = parseSource('f', text, settingOf)
  if (source.mistakes.length > 0) return { found: source.mistakes.map(described) }
  const config = source.value as {
    pipelines: { login: { policies: Record<string, [{ action: Mapping }]>[] } }
  }
  const found = source
    .placeAll(checkGateway(config as unknown as Mapping, shippedFacts))
    .map(described)
  return { found, value: Number(config.pipelines.login.policies[1]!.throttle![0].action.limit) }
}
const line = gateway.slice(0, gateway.indexOf('limit: 300,')).split('\n').length
const place = new RegExp(`^f:${line}:\\d+ .*: .+`)
const fromVariable = (value: string) =>
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
  put('"${NUMBER}"', (name) => (name === 'NUMBER' ? value : checkedSetting(name)))

test.each(['60', '60 ', '"60"', "'60'"])('takes %s as 60', (written) => {
  expect(put(written)).toEqual({ found: [], value: 60 })
})

test('takes 60 from a variable', () => {
  expect(fromVariable('60')).toEqual({ found: [], value: 60 })
})

test.each([
  ...words(`
      0o17 0x10 1e3 1E3 1_000 .5 +5 010 60.0 1. -0 .inf .nan 0b11 ٦٠`),
  ...['9007199254740993', '1e400', 'true', '~', '60s', '1.5'],
])('refuses %s, in quotes and from a variable too, at its place', (written) => {
  for (const { found } of [put(written), put(`"${written}"`), fromVariable(written)]) {
    expect(found).not.toEqual([])
    expect(found.filter((one) => !place.test(one))).toEqual([])
  }
})

test.each(['" 60 "', '"60 "', '"\\t60"', '""'])('refuses %s', (written) => {
  expect(put(written).found).toEqual([expect.stringMatching(place)])
})

test('a text that is all digits is taken as written or must be in quotes: a password keeps its zeros', () => {
  const parse = (text: string) => parseSource('f', text, () => undefined)
  expect(parse('password: "0123"\n0123: a\nversion: v9').mistakes).toEqual([])
  const told = parse('password: 0123').mistakes.map(described)
  expect(told).toEqual([
    expect.stringMatching(/^f:1:11 this number is not in plain decimal form: .* in quotes if/),
  ])
  expect(told.join()).not.toContain('0123')
})
