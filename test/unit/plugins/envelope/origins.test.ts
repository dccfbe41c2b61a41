import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import type { Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../../kit/config/yaml/source.js'
import { corePipelines, shippedFacts } from '../../gateway/shipped.js'

/** Origins that would be taken and match nothing: each is an error that shows the form meant. */

const top = 'origins: [] #'
const ofStep = '# cors: { origins: [] } #'

function findWith(from: string, to: string): string[] {
  expect(corePipelines).toContain(from)
  const text = corePipelines.replace(from, () => to)
  const { value, placeAll } = parseSource('f', text, checkedSetting)
  return placeAll(checkGateway(value as Mapping, shippedFacts)).map(
    ({ rule, message, remedy }) => `${rule} ${message}: ${remedy}`,
  )
}

const meant = 'write "https://directory.example.org"'

test.each([
  ['a default port', '"https://directory.example.org:443"', meant],
  ['a name in other letters', '"https://exämple.org"', 'write "https://xn--exmple-cua.org"'],
  ['an address in another form', '"http://0x7f.1:3000"', 'write "http://127.0.0.1:3000"'],
  ['a credential', '"https://u:hunter2@directory.example.org"', meant],
  ['a pattern of hosts', '"https://*.example.org"', 'list each origin'],
  ['null', '"null"', 'list the origins of your pages'],
  ['one twice', '"https://a.org", "https://a.org"', 'remove one'],
  ['one beside all', '"*", "https://a.org"', 'remove it, or "*"'],
])('an origin that browsers never send: %s', (_, list, remedy) => {
  const found = findWith(top, `origins: [${list}] #`)
  expect(found).toEqual([expect.stringContaining(remedy)])
  expect(found.join()).not.toContain('hunter2')
})

test('the origins of a step are checked, too', () => {
  expect(findWith(ofStep, 'cors: { origins: ["null"] } #')).toEqual([
    expect.stringContaining('list the origins of your pages'),
  ])
})

test.each([
  '"http://localhost:3000", "https://localhost:3000"',
  '"https://xn--exmple-cua.org:8443"',
  '"chrome-extension://abcdefghijklmnop"',
  '"*"',
])('origins that browsers send pass: %s', (list) => {
  expect(findWith(top, `origins: [${list}] #`)).toEqual([])
})

test('a header "*" that pages may send would match none', () => {
  expect(findWith(top, 'origins: ["*"]\n  headers: ["*"] #')).toEqual([
    expect.stringContaining('name each header'),
  ])
})
