import fc from 'fast-check'
import { routeTable } from '../../../gateway/check/route-table.js'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import { parseRoutes } from '../../../routes/routes.js'
import { samples } from '../../support/samples.js'
import { right } from './broken-configurations.js'
import { facts } from './facts.js'

const source = parseSource('gateway.config.yml', right, () => undefined)

/** Every place in the right configuration. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...path, key]))]
}

test('for any value at any place, mistakes are reported and nothing throws', () => {
  const places = placesOf(source.value).filter((path) => path.length > 0)
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue(), (path, value) => {
      const config = structuredClone(source.value) as Record<string, unknown>
      const parent = path
        .slice(0, -1)
        .reduce((node, key) => node[key] as Record<string, unknown>, config)
      parent[path.at(-1)!] = value
      for (const mistake of checkGateway(config, facts))
        expect(source.place(mistake).line).toBeGreaterThan(0)
      routeTable(parseRoutes(config))
    }),
    // a name that is a mapping with a toString of its own threw once
    {
      numRuns: samples(100),
      examples: places.map((path): [string[], fc.JsonValue] => [path, { toString: '' }]),
    },
  )
})

test('random mappings are refused', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      (config) => checkGateway(config, facts).length > 0,
    ),
  )
})
