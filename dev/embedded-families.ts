import {
  documentFor,
  type Family,
  families,
  isOlder,
  type MarkedMappings,
} from '../directory/loader/record/format.js'
import type { DataSource } from '../kit/elasticsearch/data-source.js'
import { embeddedAdvice } from '../kit/elasticsearch/embedded-engine.js'
import type { Engine } from '../packages/embedded-engine/src/engine.js'
import { lenientPatterns } from '../packages/embedded-engine/src/indices.js'
import { sampleOrganizations } from './samples/organizations.js'

const toSamplesIndex = ({ alias }: Family) => `${alias}-samples`

/**
 * Gives each family an index where it has none, and the sample organizations where it holds
 * nothing. They are in indices of their own, which are created again at each start, and which the
 * loader removes when real organizations come.
 */
export function fillFamilies(engine: Engine, withSamples: boolean): void {
  const organizations = withSamples ? sampleOrganizations() : []
  const mappings = { _meta: { samples: true, sources: [samplesSource()] } }
  for (const family of families) {
    if (countDocuments(engine, family) === undefined && !withSamples)
      engine.createIndex(family.index)
    if (countDocuments(engine, family) || !withSamples) continue
    engine.createIndex(toSamplesIndex(family), { mappings }, false)
    for (const organization of organizations) {
      engine.index(
        toSamplesIndex(family),
        organization.id,
        JSON.stringify(documentFor(family, organization)),
      )
    }
  }
}

/** What pages and answers say of the samples, and how real organizations take their place. */
const samplesSource = (): DataSource => ({
  attribution: 'samples, none of which exists; npm run load puts real organizations in their place',
  loadedAt: new Date().toISOString(),
})

/** What the engine holds, such as `600 sample organizations`. */
export function heldInWords(engine: Engine): string {
  const [family] = families as [Family]
  const kind = engine.indices.names.includes(toSamplesIndex(family))
    ? 'sample organizations'
    : 'organizations'
  const older = families.some((one) => {
    const members = Object.values(engine.mappings(one.alias)) as { mappings: MarkedMappings }[]
    return members.some(({ mappings }) => isOlder(one, mappings))
  })
  const remedy = older ? ', loaded for an older mapping: load everything again with --replace' : ''
  const count = countDocuments(engine, family) ?? 0
  const advice = embeddedAdvice(count)
  return `${count.toLocaleString('en')} ${kind}${remedy}${advice === undefined ? '' : `; ${advice}`}`
}

/** How many organizations a family holds; undefined when it has no index. */
function countDocuments(engine: Engine, { alias }: Family): number | undefined {
  const names = engine.indices.resolve(alias, { ...lenientPatterns, ignoreUnavailable: true })
  return names.length === 0 ? undefined : names.reduce((sum, { count }) => sum + count, 0)
}
