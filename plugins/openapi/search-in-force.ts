import { isObject } from '../../kit/config/objects.js'
import { escapeRegExp } from '../../kit/config/texts.js'
import type { Part } from './document-file.js'

/** Parameters of the search rules that the schemas of searches depend on. */
export interface SearchRulesInForce {
  indexPrefixes?: string[]
  maxCost?: number
  limits?: Record<string, number>
  features?: string[]
  analyzers?: string[]
  keys?: ListedNames
  queries?: ListedNames
  aggregations?: ListedNames
  filter?: object
  plans?: Record<string, object>
}

interface ListedNames {
  allow?: string[]
  deny?: string[]
}

type Schemas = Readonly<Record<string, Part>>

/** Keys next to the types of an aggregation. */
const notTypes = ['aggs', 'aggregations', 'meta']

/** The schemas limited to what the operator's rules allow, with the operator's own limits. */
export function searchInForce(schemas: Schemas, rules: SearchRulesInForce): Record<string, Part> {
  const { indexPrefixes, keys, queries, aggregations } = rules
  const open: Record<string, Part> = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, marked(schema, rules) as Part]),
  )
  const narrow = (
    name: string,
    choice: ListedNames | undefined,
    always: readonly string[] = [],
  ) => {
    if (open[name] && choice) open[name] = chosen(open[name], choice, always)
  }
  narrow('SearchBody', bothSpellings(keys))
  narrow('ExportBody', keys)
  narrow('Query', queries)
  narrow('Aggregation', aggregations, notTypes)
  for (const name of ['SearchRequest', 'ExportRequest'])
    if (open[name] && indexPrefixes) open[name] = ofFamilies(open[name], indexPrefixes)
  return open
}

/**
 * Applies the marks of the document: `x-feature` names a switch, without which a member is left
 * out; `x-limit` names the limit behind a keyword; `x-choice: analyzers` marks a member that takes
 * the listed analyzers.
 */
function marked(value: unknown, rules: SearchRulesInForce): unknown {
  if (Array.isArray(value)) return value.map((one) => marked(one, rules))
  if (!isObject(value)) return value
  const { 'x-feature': feature, 'x-limit': bounds, 'x-choice': choice, ...rest } = value
  if (choice !== undefined) return { type: 'string', enum: rules.analyzers }
  const members = Object.entries(rest).filter(([, member]) => isOn(member, rules))
  const own = Object.entries(isObject(bounds) ? bounds : {}).flatMap(([keyword, limit]) => {
    const set = rules.limits?.[String(limit)]
    return set === undefined ? [] : [[keyword, set] as const]
  })
  return Object.fromEntries([
    ...members.map(([name, member]) => [name, marked(member, rules)] as const),
    ...own,
  ])
}

function isOn(member: unknown, { features = [], analyzers = [] }: SearchRulesInForce): boolean {
  if (!isObject(member)) return true
  if (member['x-choice'] !== undefined) return analyzers.length > 0
  return member['x-feature'] === undefined || features.includes(String(member['x-feature']))
}

/** The two names of one key. */
function bothSpellings(keys: ListedNames | undefined): ListedNames | undefined {
  const withBoth = (names?: string[]) =>
    names?.flatMap((name) => (name === 'aggs' ? [name, 'aggregations'] : name))
  const { allow, deny } = keys ?? {}
  return (
    keys && { ...(allow && { allow: withBoth(allow)! }), ...(deny && { deny: withBoth(deny)! }) }
  )
}

function chosen(schema: Part, { allow, deny = [] }: ListedNames, always: readonly string[]): Part {
  const properties = Object.entries(schema.properties as Part).filter(
    ([name]) => always.includes(name) || (!deny.includes(name) && (allow?.includes(name) ?? true)),
  )
  return { ...schema, properties: Object.fromEntries(properties) }
}

function ofFamilies(schema: Part, prefixes: string[]): Part {
  const properties = schema.properties as Record<string, Part>
  const escaped = prefixes.map(escapeRegExp).join('|')
  const index = {
    ...properties.index,
    pattern: `^(${escaped})[a-z0-9._*-]*$`,
    examples: prefixes.map((prefix) => `${prefix}*`),
  }
  return { ...schema, properties: { ...properties, index } }
}
