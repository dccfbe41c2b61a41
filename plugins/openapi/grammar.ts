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
import type { EffectiveRules } from '../../packages/query-guard/src/index.js'
import {
  anyObject,
  anyOf,
  double,
  exactly,
  inAnyCase,
  long,
  oneOfTexts,
  ref,
  type Schema,
} from './schemas.js'
import { shareSchemas } from './share-schemas.js'

type Costed = Extract<Rule, { kind: 'costed' }>

const flag = ref('Flag')
const flagForms: readonly Schema[] = [{ type: 'boolean' }, oneOfTexts('true', 'false')]

/** A number written as a string is read as a number. */
const numberInString: Schema = { type: 'string', pattern: '^-?[0-9]{1,15}(\\.[0-9]{1,15})?$' }

/**
 * How deep the parameters of a clause are described; deeper ones are free here, and validated by
 * the rules all the same.
 */
const describedDepth = 2

const bodyDescription =
  'An Elasticsearch 9 search body, with the keys, clauses and aggregations that the search rules ' +
  'allow.'

/** Bodies of searches and exports as free objects: some generators cannot express the grammar. */
export const freeBodies: Readonly<Record<string, Schema>> = {
  SearchBody: { ...anyObject, description: bodyDescription },
  ExportBody: anyObject,
}

/** The search grammar as schemas, limited to what the operator's rules allow. */
export function grammarSchemas(rules: EffectiveRules): Record<string, Schema> {
  const keys = rules.keys.map((name) => [name, bodyKeys[name]!] as const)
  const schemas = shareSchemas({
    SearchBody: {
      ...toSchema(bodyRule(Object.fromEntries(keys)), describedDepth, rules),
      description: bodyDescription,
    },
    Query: querySchema(rules),
    Flag: anyOf(flagForms),
    Aggregations: {
      type: 'object',
      description: 'Aggregations by names of your choice.',
      additionalProperties: ref('Aggregation'),
    },
    Aggregation: aggregationSchema(rules),
  })
  return { ...schemas, ExportBody: exportBody(schemas.SearchBody!) }
}

function querySchema(rules: EffectiveRules): Schema {
  const open = rules.queries.map((name) => [name, queries.get(name)!] as const)
  const clauses = open.filter(([, rule]) => isOpen(rule, rules))
  return {
    type: 'object',
    description: 'A query: exactly one clause.',
    properties: Object.fromEntries(
      clauses.map(([name, rule]) => {
        const cost = findCost(rule)?.cost.about ?? 'the sum of its clauses'
        return [name, describe(toSchema(rule, describedDepth, rules), `Cost: ${cost}.`)]
      }),
    ),
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
  }
}

function aggregationSchema(rules: EffectiveRules): Schema {
  const open = rules.aggregations.map((name) => [name, aggregations.get(name)!] as const)
  const types = open.filter(([, { rule }]) => isOpen(rule, rules))
  return {
    type: 'object',
    description: 'An aggregation: exactly one type, and the aggregations inside its buckets.',
    properties: {
      ...Object.fromEntries(
        types.map(([name, { rule, cost }]) => [
          name,
          describe(toSchema(rule, describedDepth, rules), `Cost: ${cost.about}.`),
        ]),
      ),
      aggs: ref('Aggregations'),
      aggregations: ref('Aggregations'),
      meta: { ...anyObject, description: 'Returned with the answer.' },
    },
    minProperties: 1,
    additionalProperties: false,
  }
}

/** The members of a search body that exports take. */
function exportBody({ properties }: Schema): Schema {
  const taken = Object.entries(properties as Record<string, Schema>).filter(([name]) =>
    ['query', 'sort', '_source'].includes(name),
  )
  return exactly(Object.fromEntries(taken), ['sort', '_source'])
}

/** The cost of a clause, whatever switch opens it; undefined for one that only contains others. */
export function findCost(rule: Rule): Costed | undefined {
  if (rule.kind === 'costed') return rule
  return rule.kind === 'feature' || rule.kind === 'closed' ? findCost(rule.rule) : undefined
}

/** Whether the operator's rules let callers use a construct. */
function isOpen(rule: Rule, rules: EffectiveRules): boolean {
  switch (rule.kind) {
    case 'unsafe':
      return false
    case 'analyzer':
      return rules.analyzers.length > 0
    case 'feature':
      return rules.features.includes(rule.name) && isOpen(rule.rule, rules)
    case 'costed':
    case 'closed':
    case 'dropped':
    case 'nullable':
      return isOpen(rule.rule, rules)
    default:
      return true
  }
}

/** What a rule lets pass, down to `depth` levels of objects. */
function toSchema(rule: Rule, depth: number, rules: EffectiveRules): Schema {
  switch (rule.kind) {
    case 'flag':
      return flag
    case 'number':
      return anyOf([numberSchema(rule, rules), numberInString])
    case 'text':
      return textSchema(rule.max, rules)
    case 'word':
      return inAnyCase([...rule.words])
    case 'scalar':
      return anyOf([
        textSchema(rule.isReturned ? longestKeyword : 'textLength', rules),
        double,
        { type: 'boolean' },
      ])
    case 'field':
      return { type: 'string', minLength: 1, maxLength: 256 }
    case 'list': {
      const items = toSchema(rule.of, depth, rules)
      const list = {
        type: 'array',
        items,
        ...(rule.min > 0 && { minItems: rule.min }),
        ...bound('maxItems', rule.max, rules),
      }
      return rule.bare ? anyOf([items, list]) : list
    }
    case 'object':
      return depth === 0 ? anyObject : objectSchema(rule, depth - 1, rules)
    case 'either': {
      const open = [...rule.rules].filter(([, form]) => isOpen(form, rules))
      return anyOf(open.map(([kind, form]) => narrow(toSchema(form, depth, rules), kind)))
    }
    case 'lazy':
      return depth === 0 ? {} : toSchema(rule.of(), depth - 1, rules)
    case 'clause':
      return rule.of ? { ...anyObject, minProperties: 1, maxProperties: 1 } : ref('Query')
    case 'aggs':
      return ref('Aggregations')
    case 'analyzer':
      return { type: 'string', enum: rules.analyzers }
    case 'dropped':
      return describe(toSchema(rule.rule, depth, rules), 'Accepted, and not sent to the engine.')
    case 'nullable': // the document shows one form
    case 'costed':
    case 'closed':
    case 'feature':
      return toSchema(rule.rule, depth, rules)
    case 'unsafe':
    case 'json':
      return {}
  }
}

function objectSchema(
  { keys, required, others }: ObjectRule,
  depth: number,
  rules: EffectiveRules,
): Schema {
  const open = [...keys].filter(([, rule]) => isOpen(rule, rules))
  const properties = Object.fromEntries(
    open.map(([name, rule]) => [name, toSchema(rule, depth, rules)]),
  )
  const fixed = open
    .filter(([, { kind }]) => kind !== 'feature' && kind !== 'analyzer')
    .map(([name]) => properties[name]!)
  const most =
    others && typeof others.max === 'number' && open.length === 0
      ? { maxProperties: others.max }
      : {}
  return {
    type: 'object',
    ...(open.length > 0 && { properties }),
    ...(required.length > 0 && { required }),
    additionalProperties: others ? otherMembers(toSchema(others.of, depth, rules), fixed) : false,
    ...(others && others.min > 0 && { minProperties: others.min }),
    ...most,
  }
}

/**
 * Members with names chosen by the caller, next to members with fixed names. TypeScript asks both
 * kinds to have one type (an index signature covers all members), so that the types of the fixed
 * ones are allowed too.
 */
function otherMembers(others: Schema, fixed: readonly Schema[]): Schema {
  return anyOf([others, ...fixed.flatMap(listForms).map(removeBounds)])
}

/** A schema of texts, numbers or flags without its bounds; another one as it is. */
function removeBounds(schema: Schema): Schema {
  const { type, format } = schema
  const isLeaf = ['string', 'number', 'integer', 'boolean'].includes(String(type))
  return isLeaf ? { type, ...(format !== undefined && { format }) } : schema
}

/** The forms that a value may have. */
function listForms(schema: Schema): readonly Schema[] {
  return schema === flag ? flagForms : ((schema.anyOf as Schema[] | undefined) ?? [schema])
}

function numberSchema(
  { integer, min, max }: Extract<Rule, { kind: 'number' }>,
  rules: EffectiveRules,
): Schema {
  const isLong = [min, max].some((one) => typeof one === 'number' && Math.abs(one) > 2 ** 31)
  const whole = isLong ? long : { type: 'integer' }
  return {
    ...(integer ? whole : double),
    ...bound('minimum', min, rules),
    ...bound('maximum', max, rules),
  }
}

function textSchema(max: Limit, rules: EffectiveRules): Schema {
  return { type: 'string', ...bound('maxLength', max, rules) }
}

/** A bound: a number, or the operator's limit of that name. */
function bound(
  keyword: 'minimum' | 'maximum' | 'maxLength' | 'maxItems',
  limit: Limit,
  { limits }: EffectiveRules,
): Schema {
  if (typeof limit === 'number') return Math.abs(limit) > 1e38 ? {} : { [keyword]: limit }
  return { [keyword]: limits[limit] }
}

/** The part of a schema that holds for values of one kind. */
function narrow(schema: Schema, kind: JsonKind): Schema {
  if (kind === 'null') return { type: 'null' }
  const isOfKind = ({ type = kind }: Schema) =>
    type === kind || (type === 'integer' && kind === 'number')
  return anyOf(listForms(schema).filter(isOfKind))
}

function describe(schema: Schema, description: string): Schema {
  return { description, ...schema }
}
