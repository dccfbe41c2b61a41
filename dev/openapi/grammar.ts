import {
  aggregations,
  bodyKeys,
  bodyRule,
  type JsonKind,
  type Limit,
  longestKeyword,
  type ObjectRule,
  queries,
  type Rule,
} from '../../packages/query-guard/src/grammar.js'
import { limitsOf } from '../../packages/query-guard/src/index.js'
import { costOf } from '../cost-list.js'
import {
  anyObject,
  anyOf,
  double,
  inAnyCase,
  int64,
  oneOfTexts,
  ref,
  type Schema,
} from './json-schema.js'

const limits = limitsOf()

const flag = ref('Flag')
const flagForms: readonly Schema[] = [{ type: 'boolean' }, oneOfTexts('true', 'false')]

/** A number written as a string is read as a number. */
const numberInString: Schema = { type: 'string', pattern: '^-?[0-9]{1,15}(\\.[0-9]{1,15})?$' }

/**
 * How deep the parameters of a clause are described; deeper ones are free here, and validated by
 * the rules all the same.
 */
const describedDepth = 2

/** The search grammar as schemas: the body, its clauses and its aggregations. */
export function grammarSchemas(): Record<string, Schema> {
  const clauses = [...queries].filter(([, rule]) => rule.kind !== 'unsafe')
  const types = [...aggregations].filter(([, { rule }]) => rule.kind !== 'unsafe')
  return {
    SearchBody: {
      ...schemaOf(bodyRule(bodyKeys), describedDepth),
      description:
        'An Elasticsearch 9 search body, with the keys, clauses and aggregations that the ' +
        'search rules allow.',
    },
    Query: {
      type: 'object',
      description: 'A query: exactly one clause.',
      properties: Object.fromEntries(
        clauses.map(([name, rule]) => [
          name,
          described(
            schemaOf(rule, describedDepth),
            `Cost: ${costOf(rule)?.cost.about ?? 'the sum of its clauses'}.`,
          ),
        ]),
      ),
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
    },
    Flag: anyOf(flagForms),
    Aggregations: {
      type: 'object',
      description: 'Aggregations by names of your choice.',
      additionalProperties: ref('Aggregation'),
    },
    Aggregation: {
      type: 'object',
      description: 'An aggregation: exactly one type, and the aggregations inside its buckets.',
      properties: {
        ...Object.fromEntries(
          types.map(([name, { rule, cost }]) => [
            name,
            described(schemaOf(rule, describedDepth), `Cost: ${cost.about}.`),
          ]),
        ),
        aggs: ref('Aggregations'),
        aggregations: ref('Aggregations'),
        meta: { ...anyObject, description: 'Returned with the answer.' },
      },
      minProperties: 1,
      additionalProperties: false,
    },
  }
}

/** What a rule lets pass, down to `depth` levels of objects. */
function schemaOf(rule: Rule, depth: number): Schema {
  switch (rule.kind) {
    case 'flag':
      return flag
    case 'number':
      return anyOf([numeric(rule), numberInString])
    case 'text':
      return textOf(rule.max)
    case 'word':
      return inAnyCase([...rule.words])
    case 'scalar':
      return anyOf([
        textOf(rule.isReturned ? longestKeyword : 'textLength'),
        double,
        { type: 'boolean' },
      ])
    case 'field':
      return { type: 'string', minLength: 1, maxLength: 256 }
    case 'list': {
      const of = schemaOf(rule.of, depth)
      const list = {
        type: 'array',
        items: of,
        ...(rule.min > 0 && { minItems: rule.min }),
        ...bounded('maxItems', rule.max),
      }
      return rule.bare ? anyOf([of, list]) : list
    }
    case 'object':
      return depth === 0 ? anyObject : objectOf(rule, depth - 1)
    case 'either': {
      const open = [...rule.rules].filter(([, of]) => of.kind !== 'unsafe')
      return anyOf(open.map(([kind, of]) => narrowed(schemaOf(of, depth), kind)))
    }
    case 'lazy':
      return depth === 0 ? {} : schemaOf(rule.of(), depth - 1)
    case 'clause':
      return rule.of ? { ...anyObject, minProperties: 1, maxProperties: 1 } : ref('Query')
    case 'aggs':
      return ref('Aggregations')
    case 'analyzer':
      return {
        type: 'string',
        'x-choice': 'analyzers',
        description: 'Off, unless the operator has listed analyzers.',
      }
    case 'dropped':
      return described(schemaOf(rule.rule, depth), 'Accepted, and not sent to the engine.')
    case 'nullable': // the document shows one form
    case 'costed':
    case 'closed':
      return schemaOf(rule.rule, depth)
    case 'feature':
      return described(
        { ...schemaOf(rule.rule, depth), 'x-feature': rule.name },
        'Off, unless the operator has switched it on.',
      )
    case 'unsafe':
    case 'json':
      return {}
  }
}

function objectOf({ keys, required, others }: ObjectRule, depth: number): Schema {
  const open = [...keys].filter(([, rule]) => rule.kind !== 'unsafe')
  const properties = Object.fromEntries(open.map(([name, rule]) => [name, schemaOf(rule, depth)]))
  const most =
    others && typeof others.max === 'number' && open.length === 0
      ? { maxProperties: others.max }
      : {}
  return {
    type: 'object',
    ...(open.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: others
      ? othersOf(schemaOf(others.of, depth), Object.values(properties))
      : false,
    ...(others && others.min > 0 && { minProperties: others.min }),
    ...most,
  }
}

/**
 * Members with names chosen by the caller, next to members with fixed names. TypeScript asks both
 * kinds to have one type (an index signature covers all members), so that the types of the fixed
 * ones are allowed too.
 */
function othersOf(others: Schema, fixed: readonly Schema[]): Schema {
  const forms = fixed.filter((schema) => !isSwitched(schema)).flatMap(formsOf)
  return anyOf([others, ...forms.map(unbounded)])
}

/** A schema of texts, numbers or flags without its bounds; another one as it is. */
function unbounded(schema: Schema): Schema {
  const { type, format } = schema
  const isLeaf = ['string', 'number', 'integer', 'boolean'].includes(String(type))
  return isLeaf ? { type, ...(format !== undefined && { format }) } : schema
}

/** The forms that a value may have. */
function formsOf(schema: Schema): readonly Schema[] {
  return schema === flag ? flagForms : ((schema.anyOf as Schema[] | undefined) ?? [schema])
}

/** Whether a member is there by the operator's choice only. */
function isSwitched(schema: Schema): boolean {
  return schema['x-feature'] !== undefined || schema['x-choice'] !== undefined
}

function numeric({ integer, min, max }: Extract<Rule, { kind: 'number' }>): Schema {
  const isLong = [min, max].some((bound) => typeof bound === 'number' && Math.abs(bound) > 2 ** 31)
  const whole = isLong ? int64 : { type: 'integer' }
  return { ...(integer ? whole : double), ...bounded('minimum', min), ...bounded('maximum', max) }
}

function textOf(max: Limit): Schema {
  return { type: 'string', ...bounded('maxLength', max) }
}

/**
 * A bound; one that the operator may set is marked with the name of its limit, so that the one in
 * force can be found.
 */
function bounded(keyword: 'minimum' | 'maximum' | 'maxLength' | 'maxItems', limit: Limit): Schema {
  if (typeof limit === 'number') return Math.abs(limit) > 1e38 ? {} : { [keyword]: limit }
  return { [keyword]: limits[limit], 'x-limit': { [keyword]: limit } }
}

/** The part of a schema that holds for values of one kind. */
function narrowed(schema: Schema, kind: JsonKind): Schema {
  if (kind === 'null') return { type: 'null' }
  const isOfKind = ({ type = kind }: Schema) =>
    type === kind || (type === 'integer' && kind === 'number')
  return anyOf(formsOf(schema).filter(isOfKind))
}

function described(schema: Schema, description: string): Schema {
  return { description, ...schema }
}
