import {
  type Choice,
  type FieldRules,
  fieldChoice,
  fieldRules,
  type OptionSchema,
} from '../rule/field-rules.js'
import type { CatalogFields } from '../rule/fields.js'
import type { JsonObject } from '../rule/json-value.js'
import type { KnownFields } from '../rule/known-fields.js'
import { type LimitName, type Limits, limitsSchema, makeLimits } from '../rule/limits.js'
import {
  type Aggregation,
  type ChoiceName,
  type Feature,
  features,
  type Rule,
  type UnsafeName,
  unsafeNames,
} from '../rule/rule.js'
import { aggregations } from './aggregations.js'
import { bodyKeys, bodyRule } from './body.js'
import { queries } from './queries.js'
import { withinFilter } from './within-filter.js'

/** Options of a guard, as an operator writes them (JSON or YAML). */
export interface GuardOptions {
  indexPrefixes: string[]
  keys?: Choice
  queries?: Choice
  aggregations?: Choice
  features?: Feature[]
  analyzers?: string[]
  fields?: Choice
  unsafe?: UnsafeName[]
  maxCost?: number
  hints?: boolean
  unknownFields?: 'hint' | 'refuse'
  limits?: Partial<Record<LimitName, number>>
  filter?: JsonObject
}

/** The query of the operator that confines searches. */
export interface OperatorFilter {
  /** As the engine gets it, with names in place of patterns where the fields are known. */
  queryFor(fields: CatalogFields | undefined): JsonObject
  /** Its cost, for each run of a query that it confines. */
  cost(known: KnownFields): number
}

/** The grammar with the operator's choices, built once. */
export interface SearchRulesSettings {
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

const refuses = 'VALIDATION_ERROR'

/** How a change of some names is told. @param what What they are, such as `the query`. */
const usable = (what: string): [string, string] => [`${what} {} is on`, `${what} {} is off`]

const choiceOf = (what: string, names: readonly string[], description: string): OptionSchema => {
  const list = { type: 'array', items: { enum: names }, uniqueItems: true }
  return {
    type: 'object',
    description,
    refuses,
    additionalProperties: false,
    properties: {
      allow: {
        ...list,
        more: 'allows',
        isAllWithout: true,
        says: [`${what} {} is allowed`, `${what} {} is no longer allowed`],
        description: 'Only these are allowed. Default: all that the grammar knows.',
      },
      deny: {
        ...list,
        more: 'refuses',
        says: [`${what} {} is denied`, `${what} {} is no longer denied`],
        description: 'These are not allowed.',
      },
    },
  }
}

/** About 1.6 s of engine time on 22,000 documents (docs/query-cost.md, "Choose a limit"). */
export const defaultMaxCost = 1600

/** JSON Schema of the options. */
export const optionSchemas: Record<keyof GuardOptions, OptionSchema> = {
  indexPrefixes: {
    type: 'array',
    items: {
      type: 'string',
      minLength: 3,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description:
        'Write three or more of a-z 0-9 . _ -, first a letter or digit: a shorter prefix opens ' +
        'too much. Any ending may follow it: write no *.',
    },
    minItems: 1,
    uniqueItems: true,
    description: 'What `index` must begin with. [a-z0-9._*-] may follow.',
    refuses,
    more: 'allows',
    isPrefix: true,
    says: ['searches may address {}*', 'searches may not address {}*'],
  },
  keys: choiceOf(
    'the key',
    Object.keys(bodyKeys),
    'Keys of the body. `aggs` stands for `aggregations` too.',
  ),
  queries: choiceOf('the query', [...queries.keys()], 'Query clauses, in every position.'),
  aggregations: choiceOf(
    'the aggregation',
    [...aggregations.keys()],
    'Types of aggregations, in every position.',
  ),
  features: {
    type: 'array',
    items: { enum: features },
    uniqueItems: true,
    description: 'Constructs that are off unless listed here.',
    refuses,
    more: 'allows',
    says: usable('the feature'),
  },
  analyzers: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    uniqueItems: true,
    description:
      'Analyzers that searches may name (`analyzer`, `quote_analyzer`); none unless listed. ' +
      'A text then costs one word per character.',
    refuses,
    more: 'allows',
    says: usable('the analyzer'),
  },
  fields: fieldChoice,
  unsafe: {
    type: 'array',
    items: { enum: unsafeNames },
    uniqueItems: true,
    description:
      'DANGER: opens constructs that run code, reach other indices or escape the rules. They ' +
      'are not validated.',
    refuses,
    more: 'allows',
    says: usable('the unsafe construct'),
  },
  maxCost: {
    type: 'integer',
    minimum: 1,
    default: defaultMaxCost,
    refuses,
    more: 'allows',
    description: 'Maximum cost of a search (docs/query-cost.md).',
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
    refuses,
    more: 'refuses',
    description: 'refuse: searches that name an unknown field are refused.',
  },
  limits: limitsSchema,
  filter: {
    type: 'object',
    description:
      'An Elasticsearch query that restricts every search (docs/limits.md). Callers do not ' +
      'see it.',
    writeOnly: true,
    more: 'refuses',
    says: ['searches find only what a filter matches', 'searches find all: their filter is gone'],
  },
}

/**
 * The grammar with the operator's choices.
 * @throws Error when a choice names something unknown to the grammar, or leaves no search at all.
 */
export function makeSettings(written: GuardOptions, filter?: OperatorFilter): SearchRulesSettings {
  const params = withinFilter(written)
  const keys = chosen('keys', new Map(Object.entries(bodyKeys)), params.keys, closedRule)
  const settings = {
    maxCost: params.maxCost ?? defaultMaxCost,
    hints: params.hints ?? true,
    refusesUnknownFields: params.unknownFields === 'refuse',
    limits: makeLimits(params.limits),
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
  param: ChoiceName,
  known: ReadonlyMap<string, T>,
  { allow, deny = [] }: Choice = {},
  close: (name: string, value: T, by: ChoiceName) => T,
): ReadonlyMap<string, T> {
  for (const name of [...(allow ?? []), ...deny]) {
    if (!known.has(name))
      throw new Error(
        `search-rules: ${param} names ${JSON.stringify(name)}, which the grammar does not know`,
      )
  }
  const isOpen = openTest(param, { ...(allow && { allow }), deny })
  return new Map(
    [...known].map(([name, value]) => [name, isOpen(name) ? value : close(name, value, param)]),
  )
}

/** Whether a choice leaves a name open. @param param The parameter that it is the value of. */
export function openTest(param: string, { allow, deny = [] }: Choice = {}): (n: string) => boolean {
  // The two names of one key cannot be closed separately
  const nameOf = (name: string) => (param === 'keys' && name === 'aggregations' ? 'aggs' : name)
  const allowed = allow && new Set(allow.map(nameOf))
  const denied = new Set(deny.map(nameOf))
  return (name) => !denied.has(nameOf(name)) && (allowed?.has(nameOf(name)) ?? true)
}

function closedRule(name: string, rule: Rule, by: ChoiceName): Rule {
  return { kind: 'closed', rule, by, why: `${JSON.stringify(name)} is switched off here` }
}

function closedAggregation(name: string, aggregation: Aggregation, by: ChoiceName): Aggregation {
  return { ...aggregation, rule: closedRule(name, aggregation.rule, by) }
}
