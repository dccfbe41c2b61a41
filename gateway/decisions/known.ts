import { basename } from 'node:path'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import { isKnownField } from '../../plugins/kit/field-catalog.js'
import { paramsOf, parsePipelines } from '../../routes/pipelines.js'
import { type DeclaredRoute, parseRoutes } from '../../routes/routes.js'
import type { ConfigFiles } from '../config/config.js'

/** A parameter of a search template, as far as it decides which values it takes. */
export interface KnownParameter {
  type?: string
  enum?: readonly string[]
  choices?: Mapping
  minimum?: number
}

type Parameters = Readonly<Record<string, KnownParameter>>

/** The names that a configuration and its engines have: they are no secret of a caller. */
export interface Known {
  routes: readonly DeclaredRoute[]
  /** Of indices; the longest first. */
  prefixes: readonly string[]
  /** Names that a query may have as a value, such as those of analyzers. */
  words: ReadonlySet<string>
  /** Origins of pages that may call, and media types of bodies and answers. */
  origins: ReadonlySet<string>
  types: ReadonlySet<string>
  /** Parameters of the search templates, by the endpoint or the tool. */
  templates: ReadonlyMap<string, Parameters>
  /** Pipelines whose bodies are searches, each with the beginning of an index. */
  searching: ReadonlyMap<string, string>
  isField(name: string): boolean
}

/** Steps that read a search, and where their rules are. */
const rulesOf: Readonly<Record<string, (params: Mapping) => unknown>> = {
  'search-rules': (params) => params,
  explain: (params) => params.rules ?? params,
  'search-template': ({ rules }) => rules,
  mcp: ({ rules }) => rules,
}

/** Tools of MCP that are no search templates. */
const ownTools = ['describe_fields', 'search_organizations']

const mediaTypes = `application/json application/x-ndjson application/ld+json text/csv text/html
  text/plain application/xml application/x-www-form-urlencoded multipart/form-data */*
  text/event-stream application/* text/*`.split(/\s+/)

/** What is known of a checked configuration. */
export function knownIn({ gateway, templates }: Pick<ConfigFiles, 'gateway' | 'templates'>): Known {
  const pipelines = parsePipelines(gateway.value)
  const steps = pipelines.flatMap((pipeline) => pipeline.steps)
  const rules = steps.flatMap(({ policy, params }) => [rulesOf[policy]?.(params)].filter(isMapping))
  const ofPlans = rules.flatMap(({ plans }) => Object.values(plans ?? {}).filter(isMapping))
  const prefixes = textsIn([...rules, ...ofPlans], 'indexPrefixes')
  const opened = steps.filter(({ policy }) => policy === 'envelope').map(({ params }) => params)
  const declared = new Map(
    Object.entries(templates).flatMap(([file, text]) => parametersIn(file, text)),
  )
  const sites = pipelines
    .filter((pipeline) => paramsOf(pipeline, 'site').length > 0)
    .flatMap(({ endpoints }) => endpoints)
  const ofSite = Object.assign(
    {},
    ...['landing', 'find'].map((name) => declared.get(name)),
  ) as Parameters
  const cors = [gateway.value, ...opened].map((one) => one.cors).filter(isMapping)
  return {
    routes: parseRoutes(gateway.value),
    prefixes: [...new Set(prefixes)].sort((one, other) => other.length - one.length),
    words: new Set(textsIn([...rules, ...ofPlans], 'analyzers')),
    origins: new Set(textsIn(cors, 'origins')),
    types: new Set([
      ...mediaTypes,
      ...textsIn(opened, 'contentTypes'),
      ...textsIn(opened, 'accept'),
    ]),
    templates: new Map([
      ...ownTools.map((name) => [name, {}] as const),
      ...sites.map((name) => [name, ofSite] as const),
      ...declared,
    ]),
    searching: new Map(
      pipelines.flatMap(({ name, steps }) => {
        const ofStep = steps.find(({ policy }) => ['search-rules', 'explain'].includes(policy))
        const [prefix] = textsIn([rulesOf[ofStep?.policy ?? '']?.(ofStep!.params)], 'indexPrefixes')
        return prefix === undefined ? [] : [[name, prefix] as const]
      }),
    ),
    isField: isKnownField,
  }
}

function textsIn(holders: readonly unknown[], key: string): string[] {
  return holders
    .flatMap((holder) => (isMapping(holder) ? [holder[key]].flat() : []))
    .filter((one): one is string => typeof one === 'string')
}

/** The parameters of a template, by the names of its endpoint and of its tool. */
function parametersIn(file: string, text: string): (readonly [string, Parameters])[] {
  const { value } = parseSource(file, text, () => undefined)
  if (!isMapping(value) || !isMapping(value.parameters)) return []
  const names = [basename(file, '.yml'), ...textsIn([value.mcp], 'name')]
  const { fields, facets } = value
  const all = {
    fields: { type: 'values', enum: textsIn([{ fields }], 'fields') },
    facets: { type: 'values', enum: Object.keys(isMapping(facets) ? facets : {}) },
    explain: { type: 'keyword' },
    ...(value.parameters as Parameters),
  }
  return names.map((name) => [name, all] as const)
}
