import { rowsOf } from '../directory/loader/read/file.js'
import { extractSource } from '../directory/loader/record/extract-source.js'
import {
  documentFor,
  type Family,
  families,
  isOlder,
  type MarkedMappings,
} from '../directory/loader/record/format.js'
import type { DataSource } from '../kit/elasticsearch/data-source.js'
import { embeddedAdvice } from '../kit/elasticsearch/embedded-engine.js'
import { inProject } from '../kit/process/product-folder.js'
import type { Engine } from '../packages/embedded-engine/src/engine.js'
import { lenientPatterns } from '../packages/embedded-engine/src/indices.js'

const toSamplesIndex = ({ alias }: Family) => `${alias}-samples`

/** Real organizations, in the form of the IRS extract. */
export const example = inProject('directory/loader/example/irs-extract.csv')

/** What answers and pages say of the example (directory/loader/example/README.md). */
const exampleSource = {
  ...extractSource,
  attribution: 'IRS Exempt Organizations Business Master File, sample of January 2021',
}

/**
 * Gives each family an index where it has none, and sample organizations where it holds nothing.
 * They are in indices of their own, which are created again at each start, and which the loader
 * removes when others come.
 * @param sample ENGINE_SAMPLE: a file as the loader reads it, or `0` for none; by default the
 *   example, real organizations. @throws Error when a row cannot be loaded.
 */
export async function fillFamilies(engine: Engine, sample?: string): Promise<void> {
  const missing = families.filter((family) => countDocuments(engine, family) === undefined)
  if (sample === '0') return missing.forEach(({ index }) => void engine.createIndex(index))
  const empty = families.filter((family) => !countDocuments(engine, family))
  if (empty.length === 0) return
  const source = sample === undefined ? exampleSource : { attribution: 'samples' }
  const sources: DataSource[] = [{ ...source, loadedAt: new Date().toISOString() }]
  const mappings = { _meta: { samples: true, sources } }
  for (const family of empty) engine.createIndex(toSamplesIndex(family), { mappings }, false)
  for await (const { line, organization, refusal } of rowsOf(sample ?? example)) {
    if (organization === undefined) throw new Error(`line ${line} is refused: ${refusal}`)
    for (const family of empty) {
      const document = JSON.stringify(documentFor(family, organization))
      engine.index(toSamplesIndex(family), organization.id, document)
    }
  }
}

/** What the engine holds, such as `1,000 sample organizations`. */
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
