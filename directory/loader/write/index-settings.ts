import { type Family, indexBody, indexTemplate, refreshInterval } from '../record/format.js'
import { requestOptional } from './request.js'
import type { LoadTarget } from './target.js'

/** Settings by their full names, such as `index.refresh_interval`. */
type IndexSettings = Record<string, unknown>

/** An index template as the engine shows it. */
interface Template {
  index_patterns: string[]
  template?: { settings?: IndexSettings; mappings?: Mappings; aliases?: object }
}
interface Mappings {
  properties?: object
}

/**
 * Settings of one index only, those that a load decides, and those that would prevent it from being
 * filled.
 */
const ofOneIndex =
  /^index\.(?:analysis|blocks|creation_date|frozen|hidden|history|provided_name|resize|routing\.allocation\.initial_recovery|search\.throttled|shrink|uuid|verified_before_close|version)\b/

/** Settings of the indices that an operator has chosen. */
export interface ChosenSettings {
  replicas: number | undefined
  shards: number | undefined
}

/** An index to be created. */
interface NewIndex {
  index: string
  /** The index that it replaces, if there is one. */
  replaced?: string | undefined
  chosen?: ChosenSettings | undefined
}

/**
 * The settings for what the command line says.
 * @throws Error for the embedded engine, which has neither of them.
 */
export function chosenSettings(
  { isEmbedded }: LoadTarget,
  { replicas, shards }: Partial<ChosenSettings> = {},
): IndexSettings {
  if (isEmbedded && (replicas ?? shards) !== undefined)
    throw new Error('--replicas and --shards need a real Elasticsearch')
  return {
    ...(replicas !== undefined && {
      'index.auto_expand_replicas': 'false',
      'index.number_of_replicas': String(replicas),
    }),
    ...(shards !== undefined && { 'index.number_of_shards': String(shards) }),
  }
}

/**
 * The settings of a new index of a family: the program's own, overridden by those of the operator
 * in index templates and in the index that is searched now, such as replicas, shards and the
 * refresh interval.
 * @throws Error when the engine refuses.
 */
export async function settingsOf(
  target: LoadTarget,
  family: Family,
  { index, replaced, chosen }: NewIndex,
): Promise<IndexSettings> {
  const { analysis } = indexBody(family).settings
  const own = ownSettings(family)
  const isSimulated = !target.isEmbedded // it supports neither call
  const answer = isSimulated
    ? await requestOptional(target, 'POST', `/_index_template/_simulate_index/${index}`)
    : undefined
  const { template } = (answer ?? {}) as Template
  const current = isSimulated && replaced ? await settingsIn(target, replaced) : {}
  const isSet = ([name, value]: [string, unknown]) =>
    value !== { ...own, 'index.number_of_shards': '1' }[name]
  const settings: IndexSettings = {
    ...own,
    ...keptSettings((await templateOf(target, family))?.template?.settings),
    ...keptSettings(template?.settings),
    ...Object.fromEntries(Object.entries(keptSettings(current)).filter(isSet)),
    ...chosenSettings(target, chosen),
  }
  // while replicas follow the number of nodes, the engine sets their number
  if (settings['index.auto_expand_replicas'] !== 'false')
    delete settings['index.number_of_replicas']
  return { analysis, ...settings }
}

/** The refresh interval of an index that has none, as those of earlier versions. */
export async function missingSettings(target: LoadTarget, index: string): Promise<IndexSettings> {
  const name = 'index.refresh_interval'
  if (target.isEmbedded || name in flat(await settingsIn(target, index))) return {}
  return { [name]: refreshInterval }
}

/**
 * The family's index template: the program's own, with the operator's additions and changed
 * settings.
 */
export async function mergedTemplate(target: LoadTarget, family: Family): Promise<object> {
  const { index_patterns, template: own } = indexTemplate(family)
  const { analysis } = indexBody(family).settings
  const held = await templateOf(target, family)
  const { settings, mappings, aliases, ...others } = held?.template ?? {}
  const ownMappings = own.mappings as Mappings
  return {
    ...held,
    index_patterns: [...new Set([...index_patterns, ...(held?.index_patterns ?? [])])],
    template: {
      ...others,
      settings: { analysis, ...ownSettings(family), ...keptSettings(settings) },
      mappings: {
        ...mappings,
        ...ownMappings,
        properties: { ...mappings?.properties, ...ownMappings.properties },
      },
      aliases: { ...aliases, ...(own.aliases as object) },
    },
  }
}

function ownSettings(family: Family): IndexSettings {
  const { analysis, ...own } = indexBody(family).settings
  return flat({ index: own })
}

async function templateOf(target: LoadTarget, { alias }: Family): Promise<Template | undefined> {
  if (target.isEmbedded) return undefined
  const answer = await requestOptional(target, 'GET', `/_index_template/${alias}`)
  const { index_templates: [held] = [] } = (answer ?? {}) as {
    index_templates?: { index_template: Template }[]
  }
  if (!held) return undefined
  const { index_template } = held
  // the engine returns these, but does not accept them
  const ofEngine = /^(?:created|modified)_date/
  return Object.fromEntries(
    Object.entries(index_template).filter(([name]) => !ofEngine.test(name)),
  ) as never
}

async function settingsIn(target: LoadTarget, index: string): Promise<IndexSettings> {
  const answer = await requestOptional(target, 'GET', `/${index}/_settings`)
  return (
    (answer as Record<string, { settings: IndexSettings }> | undefined)?.[index]?.settings ?? {}
  )
}

/** The operator's settings that apply to another index, too. */
function keptSettings(settings: IndexSettings = {}): IndexSettings {
  return Object.fromEntries(
    Object.entries(flat(settings)).filter(([name]) => !ofOneIndex.test(name)),
  )
}

/** `{index: {a: {b: 1}}}` as `{'index.a.b': '1'}`; lists are unchanged. */
function flat(settings: IndexSettings, prefix = ''): IndexSettings {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as IndexSettings, `${prefix}${name}.`))
        : [[prefix + name, Array.isArray(value) ? value : String(value)]],
    ),
  )
}
