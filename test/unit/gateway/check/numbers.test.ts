import { readFileSync } from 'node:fs'
import { parseConfig } from '../../../../auth-service/config/config.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import {
  type ConfigurationError,
  describe as described,
} from '../../../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf } from '../../../../kit/config/yaml/source.js'
import { words } from '../../../support/cases.js'
import { shippedFacts } from '../shipped.js'

/**
 * Numbers of the YAML files: taken as they are written, in plain decimal form, or refused with
 * their place.
 */
const auth = readFileSync('config/auth-service.config.yml', 'utf8')
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

/** Puts a value into a file: its findings, and the number that is in force. */
type Try = (written: string, settingOf?: SettingOf) => { found: string[]; value?: unknown }

const inGateway: Try = (written, settingOf = checkedSetting) => {
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
const inAuth: Try = (written, settingOf = () => undefined) => {
  const text = auth.replace('accessSeconds: 3600', () => `accessSeconds: ${written}`)
  try {
    return { found: [], value: parseConfig('f', text, settingOf).config.tokens.accessSeconds }
  } catch (error) {
    return { found: (error as ConfigurationError).mistakes.map(described) }
  }
}

describe.each<[string, string, Try]>([
  ['gateway.config.yml', gateway.slice(0, gateway.indexOf('limit: 300,')), inGateway],
  ['auth-service.config.yml', auth.slice(0, auth.indexOf('accessSeconds:')), inAuth],
])('%s', (_, before, put) => {
  const place = new RegExp(`^f:${before.split('\n').length}:\\d+ .*: .+`)
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
