import {
  type Family,
  families,
  indexBody,
  indexTemplate,
  isOlder,
  type MarkedMappings,
} from '../record/format.js'
import {
  type ChosenSettings,
  chosenSettings,
  missingSettings,
  settingsOf,
} from './index-settings.js'
import { request, requestOptional } from './request.js'
import type { LoadTarget } from './target.js'

/** The index that each family's documents go to. */
export type WriteIndices = ReadonlyMap<Family, string>

/** The indices behind a family's name. */
export interface Members {
  /** Those with loaded data. */
  loaded: string[]
  /** Those with sample data. */
  samples: string[]
  /** Those with another mapping than a new index would get. */
  older: string[]
  /** Whether the name is an index itself, not an alias. */
  isIndex: boolean
}

/** The current indices of a family's name. @throws Error when the engine refuses. */
export async function membersOf(target: LoadTarget, family: Family): Promise<Members> {
  const answer = (await requestOptional(target, 'GET', `/${family.alias}/_mapping`)) as Record<
    string,
    { mappings: MarkedMappings }
  >
  const members = Object.entries(answer ?? {})
  const those = (has: (mappings: MarkedMappings) => boolean) =>
    members.filter(([, { mappings }]) => has(mappings)).map(([index]) => index)
  return {
    loaded: those(({ _meta }) => _meta?.samples !== true),
    samples: those(({ _meta }) => _meta?.samples === true),
    older: those((mappings) => isOlder(family, mappings)),
    isIndex: members.some(([index]) => index === family.alias),
  }
}

/**
 * Creates what is missing of the three families: index templates, indices, aliases. Existing ones
 * are unchanged.
 * @param warn Receives the indices with an older mapping. @param chosen Settings of the indices.
 * @throws Error when the engine refuses, or a family has several indices.
 */
export async function prepareIndices(
  target: LoadTarget,
  warn: (sentence: string) => void,
  chosen?: ChosenSettings,
): Promise<WriteIndices> {
  const indices = new Map<Family, string>()
  for (const family of families) {
    const { alias } = family
    const template = `/_index_template/${alias}`
    if (!(await requestOptional(target, 'HEAD', template)))
      await request(target, 'PUT', template, indexTemplate(family))
    const { loaded, older } = await membersOf(target, family)
    if (loaded.length > 1 && !loaded.includes(family.index)) {
      throw new Error(
        `${alias} means ${loaded.join(' and ')}; with --replace it means one index again`,
      )
    }
    const index = loaded.length === 1 ? loaded[0]! : family.index
    if (loaded.length === 0) await makeFirst(target, family, chosen)
    else await changeSettings(target, index, chosen)
    if (older.includes(index)) {
      warn(
        `${index} has an older mapping, so some searches find less in it: load everything again ` +
          'with --replace',
      )
    }
    indices.set(family, index)
  }
  return indices
}

async function makeFirst(
  target: LoadTarget,
  family: Family,
  chosen?: ChosenSettings,
): Promise<void> {
  const { alias, index } = family
  if (!(await requestOptional(target, 'HEAD', `/${index}`))) {
    const settings = await settingsOf(target, family, { index, chosen })
    await request(target, 'PUT', `/${index}`, { ...indexBody(family), settings })
  }
  await request(target, 'PUT', `/${index}/_alias/${alias}`, {})
}

async function changeSettings(
  target: LoadTarget,
  index: string,
  chosen: ChosenSettings | undefined,
): Promise<void> {
  if (chosen?.shards !== undefined)
    throw new Error(`--shards is for new indices, and ${index} exists: load with --replace`)
  const settings = { ...(await missingSettings(target, index)), ...chosenSettings(target, chosen) }
  if (Object.keys(settings).length > 0)
    await request(target, 'PUT', `/${index}/_settings`, settings)
}

/** Removes the sample organizations, if any. @throws Error when the engine refuses. */
export async function removeSamples(target: LoadTarget): Promise<void> {
  const samples = (await Promise.all(families.map((family) => membersOf(target, family)))).flatMap(
    ({ samples }) => samples,
  )
  const actions = samples.map((index) => ({ remove_index: { index } }))
  if (actions.length > 0) await request(target, 'POST', '/_aliases', { actions })
}

/** Makes everything loaded so far visible to searches. @throws Error when the engine refuses. */
export async function refreshIndices(target: LoadTarget, indices: WriteIndices): Promise<void> {
  for (const index of indices.values()) await request(target, 'POST', `/${index}/_refresh`)
}

/** Number of documents in an index or an alias. @throws Error when the engine refuses. */
export async function countOf(target: LoadTarget, name: string): Promise<number> {
  return ((await request(target, 'GET', `/${name}/_count`)) as { count: number }).count
}
