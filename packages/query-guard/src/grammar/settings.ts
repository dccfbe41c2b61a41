import { type AccessValues, accessOf } from '../../../../kit/elasticsearch/access.js'
import { accessNames, accessParams } from '../../../../plugins/kit/engine-access.js'
import {
  type CatalogFields,
  type FieldCatalog,
  fieldCatalogOf,
} from '../../../../plugins/kit/field-catalog.js'
import {
  type FieldChoice,
  type FieldRules,
  fieldChoice,
  fieldRules,
} from '../../../../plugins/kit/field-rules.js'
import { indexPrefixesParam } from '../../../../plugins/kit/index-prefixes.js'
import { withinFilter } from '../../../../plugins/kit/plan-rules.js'
import type { Backends, ParamSchema } from '../../../../plugins/kit/policy.js'
import type { JsonObject } from '../rule/json-value.js'
import type { KnownFields } from '../rule/known-fields.js'
import { type LimitName, type Limits, limitsOf, limitsSchema } from '../rule/limits.js'
import {
  type Aggregation,
  type Feature,
  features,
  type Rule,
  type UnsafeName,
  unsafeNames,
} from '../rule/rule.js'
import { aggregations } from './aggregations.js'
import { bodyKeys, bodyRule } from './body.js'
import { queries } from './queries.js'

/** Names that alone may pass (absent: all names of the grammar), and names removed from these. */
export interface Choice {
  allow?: string[]
  deny?: string[]
}

/** Parameters of the policy, as in the YAML. */
export interface SearchRulesParams {
  indexPrefixes: string[]
  mode?: 'enforce' | 'report'
  keys?: Choice
  queries?: Choice
  aggregations?: Choice
  features?: Feature[]
  analyzers?: string[]
  fields?: FieldChoice
  unsafe?: UnsafeName[]
  maxCost?: number
  engine?: AccessValues
  hints?: boolean
  unknownFields?: 'hint' | 'refuse'
  limits?: Partial<Record<LimitName, number>>
  filter?: JsonObject
  plans?: Record<string, Partial<Pick<SearchRulesParams, PlanMember>>>
}

/** What may differ by plan. */
const planMembers = [
  'indexPrefixes',
  'keys',
  'queries',
  'aggregations',
  'features',
  'fields',
  'maxCost',
  'limits',
  'filter',
] as const
type PlanMember = (typeof planMembers)[number]

/** The query of the operator that confines searches. */
export interface OperatorFilter {
  /** As the engine gets it, with names in place of patterns where the fields are known. */
  queryFor(fields: CatalogFields | undefined): JsonObject
  /** Its cost, for each run of a query that it confines. */
  cost(known: KnownFields): number
}

/** The grammar with the operator's choices, built once. */
export interface SearchRulesSettings {
  /** Whether a body with problems may pass, so that all of it must be validated. */
  isReport: boolean
  /** Maximum cost of a body. */
  maxCost: number
  /**
   * Whether answers have hints about doubtful fields; whether missing fields are refused.
   */
  hints: boolean
  refusesUnknownFields: boolean
  limits: Limits
  fields: FieldRules | undefined
  features: ReadonlySet<Feature>
  analyzers: ReadonlySet<string>
  unsafe: ReadonlySet<UnsafeName>
  body: Rule
  queries: ReadonlyMap<string, Rule>
  aggregations: ReadonlyMap<string, Aggregation>
  filter: OperatorFilter | undefined
}

const choiceOf = (names: readonly string[], description: string): ParamSchema => {
  const list = { type: 'array', items: { enum: names }, uniqueItems: true }
  return {
    type: 'object',
    description,
    additionalProperties: false,
    properties: {
      allow: {
        ...list,
        description: 'Only these are allowed. Default: all that the grammar knows.',
      },
      deny: { ...list, description: 'These are not allowed.' },
    },
  }
}

/** About 1.6 s of engine time on 22,000 documents (docs/query-cost.md, "Choose a limit"). */
export const defaultMaxCost = 1600

/** JSON Schema of the parameters that do not differ by plan, and of those that may. */
const ownSchemas: Record<Exclude<keyof SearchRulesParams, 'plans'>, ParamSchema> = {
  indexPrefixes: indexPrefixesParam,
  mode: {
    enum: ['enforce', 'report'],
    default: 'enforce',
    description:
      'report: violations of limits, field rules and switches are logged instead of refused; ' +
      'everything else is still refused.',
  },
  keys: choiceOf(Object.keys(bodyKeys), 'Keys of the body. `aggs` stands for `aggregations` too.'),
  queries: choiceOf([...queries.keys()], 'Query clauses, in every position.'),
  aggregations: choiceOf([...aggregations.keys()], 'Types of aggregations, in every position.'),
  features: {
    type: 'array',
    items: { enum: features },
    uniqueItems: true,
    description: 'Constructs that are off unless listed here.',
  },
  analyzers: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    uniqueItems: true,
    description:
      'Analyzers that searches may name (`analyzer`, `quote_analyzer`); none unless listed. ' +
      'A text then costs one word per character.',
  },
  fields: fieldChoice,
  unsafe: {
    type: 'array',
    items: { enum: unsafeNames },
    uniqueItems: true,
    description:
      'DANGER: opens constructs that run code, reach other indices or escape the rules. They ' +
      'are not validated.',
  },
  maxCost: {
    type: 'integer',
    minimum: 1,
    default: defaultMaxCost,
    description: 'Maximum cost of a search (docs/query-cost.md).',
  },
  engine: {
    type: 'object',
    description:
      'The engine that provides the fields of the indices, for costs and hints: the same as ' +
      'in the step search.',
    additionalProperties: false,
    properties: accessParams,
    required: ['nodes'],
  },
  hints: {
    type: 'boolean',
    default: true,
    description:
      'Whether answers have hints (meta.hints) on unknown fields and, if nothing was found, ' +
      'on misused ones.',
  },
  unknownFields: {
    enum: ['hint', 'refuse'],
    default: 'hint',
    description: 'refuse: searches that name an unknown field are refused.',
  },
  limits: limitsSchema,
  filter: {
    type: 'object',
    description:
      'An Elasticsearch query that restricts every search (docs/limits.md). Callers do not ' +
      'see it.',
  },
}

/** JSON Schema of the parameters. */
export const paramSchemas: Record<keyof SearchRulesParams, ParamSchema> = {
  ...ownSchemas,
  plans: {
    type: 'object',
    description:
      'Rules by plan: each member replaces that of the step. Plans that are not listed have ' +
      'the rules of the step.',
    additionalProperties: {
      type: 'object',
      properties: Object.fromEntries(
        // a default would replace what the step says
        planMembers.map((name) => [name, { ...ownSchemas[name], default: undefined }]),
      ),
      additionalProperties: false,
    },
  },
}

/** The fields of the indices that the rules name, if they name an engine. */
export function catalogOf({ engine, indexPrefixes }: SearchRulesParams): FieldCatalog | undefined {
  return engine && fieldCatalogOf(accessOf(engine, accessNames), indexPrefixes)
}

/** The indices that callers of any plan search, for /status. */
export function backendsOf({ engine, indexPrefixes, plans = {} }: SearchRulesParams): Backends {
  if (!engine) return {}
  const ofPlans = Object.values(plans).flatMap((rules) => rules.indexPrefixes ?? [])
  const prefixes = [...new Set([...indexPrefixes, ...ofPlans])]
  return { searched: { engine: accessOf(engine, accessNames), prefixes } }
}

/**
 * The grammar with the operator's choices.
 * @throws Error when a choice names something unknown to the grammar, or leaves no search at all.
 */
export function settingsOf(
  written: SearchRulesParams,
  filter?: OperatorFilter,
): SearchRulesSettings {
  const params = withinFilter(written)
  const keys = chosen('keys', new Map(Object.entries(bodyKeys)), params.keys, closedRule)
  const settings = {
    isReport: params.mode === 'report',
    maxCost: params.maxCost ?? defaultMaxCost,
    hints: params.hints ?? true,
    refusesUnknownFields: params.unknownFields === 'refuse',
    limits: limitsOf(params.limits),
    fields: fieldRules(params.fields?.allow, params.fields?.deny),
    features: new Set(params.features),
    analyzers: new Set(params.analyzers),
    unsafe: new Set(params.unsafe),
    body: bodyRule(Object.fromEntries(keys)),
    queries: chosen('queries', queries, params.queries, closedRule),
    aggregations: chosen('aggregations', aggregations, params.aggregations, closedAggregation),
    filter,
  }
  if (keys.get('query')?.kind === 'closed')
    throw new Error('search-rules: keys must leave query open, every search has one')
  return settings
}

/** Removes what is denied or not allowed. */
function chosen<T>(
  param: string,
  known: ReadonlyMap<string, T>,
  { allow, deny = [] }: Choice = {},
  close: (name: string, value: T) => T,
): ReadonlyMap<string, T> {
  for (const name of [...(allow ?? []), ...deny]) {
    if (!known.has(name))
      throw new Error(
        `search-rules: ${param} names ${JSON.stringify(name)}, which the grammar does not know`,
      )
  }
  // The two names of one key cannot be closed separately
  const nameOf = (name: string) => (param === 'keys' && name === 'aggregations' ? 'aggs' : name)
  const allowed = allow && new Set(allow.map(nameOf))
  const denied = new Set(deny.map(nameOf))
  const isOpen = (name: string) => !denied.has(name) && (allowed?.has(name) ?? true)
  return new Map(
    [...known].map(([name, value]) => [name, isOpen(nameOf(name)) ? value : close(name, value)]),
  )
}

function closedRule(name: string, rule: Rule): Rule {
  return { kind: 'closed', rule, why: `${JSON.stringify(name)} is switched off here` }
}

function closedAggregation(name: string, aggregation: Aggregation): Aggregation {
  return { ...aggregation, rule: closedRule(name, aggregation.rule) }
}
