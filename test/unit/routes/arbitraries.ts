import fc from 'fast-check'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { words } from '../../support/cases.js'

/**
 * Endpoints that overlap often: few words, of both cases, with the characters of regular
 * expressions that a path or a host may contain.
 */
const word = fc.constantFrom('a', 'A', 'b', 'a.b', 'axb', '~-_', 'things', '0', '{x}')
const literal = word.filter((text) => !text.startsWith('{'))
const open = fc.constantFrom(':id', ':x')

/** A path of an endpoint. */
export const path: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.oneof(literal, open), { maxLength: 3 }), fc.boolean())
  .map(([segments, isWide]) => `/${[...segments, ...(isWide ? ['*'] : [])].join('/')}`)

/** The path of a request. */
export const sentPath: fc.Arbitrary<string> = fc
  .array(fc.oneof(word, fc.constantFrom('', '%20', '%C3%BC', '%61', "(a)'+$")), { maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`)

export const host: fc.Arbitrary<string> = fc.constantFrom(
  ...words(`
    * a.org A.org axorg *.org *.a.org a*.org 42 [::1]`),
)

/** A Host header. */
export const sentHost: fc.Arbitrary<string | undefined> = fc
  .tuple(
    fc.constantFrom('a.org', 'A.ORG', 'b.org', 'ab.org', 'b.a.org', 'axorg', '42', '[::1]'),
    fc.constantFrom('', ':', ':8080'),
  )
  .map(([name, port]) => `${name}${port}`)
  .chain((header) => fc.constantFrom(header, undefined))

const oneOrList = <Item>(item: fc.Arbitrary<Item>) =>
  fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 3 }))

const entry = fc.record({
  host: fc.oneof({ weight: 2, arbitrary: fc.constant('*') }, host),
  paths: oneOrList(path),
  methods: oneOrList(fc.constantFrom('GET', 'POST', 'DELETE')),
})

/** `apiEndpoints`, each served by a pipeline, one of them or none. */
export const configuration: fc.Arbitrary<Mapping> = fc
  .array(oneOrList(entry), { minLength: 1, maxLength: 5 })
  .map((endpoints) => {
    const named = endpoints.map((endpoint, i) => [`e${i}`, endpoint] as const)
    const pipelines = { p: { apiEndpoints: named.map(([name]) => name), policies: [{ mark: [] }] } }
    return { apiEndpoints: Object.fromEntries(named), policies: ['mark'], pipelines }
  })

export const sentMethod: fc.Arbitrary<string> = fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE')
