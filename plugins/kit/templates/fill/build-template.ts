import {
  didYouMean,
  type Path,
  type ReportDiagnostic,
} from '../../../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../../../kit/config/yaml/mapping.js'
import { declareParameters, makeListParameter } from '../parameters/declare.js'
import type { Declared, Parameter } from '../parameters/parameter.js'
import { withSwitch } from '../parameters/understanding.js'
import { compile, type Fragment, type TemplatePlace, type TemplateScope } from './compile.js'
import { related, type Used, use } from './relations.js'
import type { Facet, SearchTemplate } from './search-template.js'
import { namePattern } from './template-schema.js'

/** Greatest size of the answer of a tool, if its file says none: about 2000 tokens of a model. */
const defaultBytes = 8192

/** The template of a file that fits its schema; reports each further mistake. */
export function buildTemplate(
  name: string,
  value: Mapping,
  report: ReportDiagnostic,
): SearchTemplate {
  const { title, description, index, body, fields, facets = {}, maxAge = 0, one, list } = value
  checkShape(value, report)
  const parameters = declareParameters((value.parameters ?? {}) as Record<string, Declared>, report)
  const scope: TemplateScope = { parameters, report, choices: new Map(), used: new Map() }
  const choices = new Map<string, ReadonlyMap<string, Fragment>>()
  const ofChoices = new Map<string, ReadonlyMap<string, Used>>()
  for (const [key, { type, choices: declared }] of Object.entries(getDeclared(value))) {
    if (type !== 'choice') continue
    const at = ['parameters', key, 'choices']
    const parts = Object.entries(declared ?? {}).map(([choice, part]) => {
      const used: Used = new Map()
      const inside = { ...scope, used }
      return { choice, used, part: compile(part, placeAt([...at, choice], []), inside) }
    })
    for (const { used } of parts) for (const [name, given] of used) use(scope.used, name, given)
    ofChoices.set(key, new Map(parts.map(({ choice, used }) => [choice, used])))
    choices.set(key, new Map(parts.map(({ choice, part }) => [choice, part])))
  }
  scope.choices = choices
  const filled = compile(body, placeAt(['body'], []), scope)
  const counted = Object.entries(facets as Mapping).map(
    ([key, part]) => [key, compileFacet(key, part, scope)] as const,
  )
  for (const key of parameters.keys()) {
    if (!scope.used.has(key))
      report(
        ['parameters', key],
        'template-unused',
        `nothing uses the parameter "${key}"`,
        `write $${key} in the body, or remove it`,
      )
  }
  const kind = one === undefined ? 'list' : 'one'
  return {
    ...{ name, title: String(title), description: String(description), index: String(index) },
    parameters: withLists(
      withSwitch(related(parameters, scope.used, ofChoices, body)),
      fields as string[],
      Object.keys(facets as Mapping),
    ),
    ...{ body: filled, fields: fields as string[], facets: new Map(counted) },
    isSized: (body as Mapping).size === '$size',
    maxAge: maxAge as number,
    answer: (one ?? list) === undefined ? { kind: 'page' } : { kind, name: String(one ?? list) },
    jsonLd: value.jsonLd === undefined ? undefined : String(value.jsonLd),
    mcp: isMapping(value.mcp)
      ? { name: String(value.mcp.name), maxBytes: Number(value.mcp.maxBytes ?? defaultBytes) }
      : undefined,
  }
}

const placeAt = (path: Path, keys: readonly string[]): TemplatePlace => ({
  path,
  keys,
  given: new Set(),
  perhaps: new Set(),
})

/** With the parameters by which a caller chooses fields and facets. */
function withLists(
  parameters: Map<string, Parameter>,
  fields: readonly string[],
  facets: readonly string[],
): ReadonlyMap<string, Parameter> {
  const all = new Map(parameters)
  if (fields.length > 1)
    all.set('fields', makeListParameter('fields', 'Fields of the answer.', fields))
  if (facets.length > 0)
    all.set('facets', makeListParameter('facets', 'Counts over all hits.', facets))
  return all
}

/** The parameters that a file declares. */
const getDeclared = ({ parameters }: Mapping) => (parameters ?? {}) as Record<string, Declared>

const name = new RegExp(namePattern)
/** Choices may begin with a minus, as an order does that turns another round. */
const choice = new RegExp(namePattern.replace('^', '^-?'))

/** What holds of the file as a whole. */
function checkShape(value: Mapping, report: ReportDiagnostic): void {
  const { index, body, facets, one, list, jsonLd } = value
  for (const [within, names] of [
    [['parameters'], getDeclared(value)],
    [['facets'], (facets ?? {}) as Mapping],
    ...Object.entries(getDeclared(value)).map(([key, { choices = {} }]) => [
      ['parameters', key, 'choices'],
      choices,
    ]),
  ] as [Path, Mapping][]) {
    const taken = within.at(-1) === 'choices' ? choice : name
    for (const key of Object.keys(names).filter((one) => !taken.test(one)))
      report([...within, key], 'template-name', `the name "${key}" is not allowed`, namesTaken)
  }
  if (String(index).includes('$'))
    report(
      ['index'],
      'template-key',
      'the index contains a $',
      'write the name: no parameter changes it',
    )
  if (one !== undefined && list !== undefined)
    report(['list'], 'template-answer', '"list" and "one" exclude each other', 'keep one of them')
  if (jsonLd !== undefined && one === undefined)
    report(
      ['jsonLd'],
      'template-answer',
      'only an answer with one hit can be JSON-LD',
      'declare "one", or remove it',
    )
  if (facets !== undefined && (one ?? list) !== undefined)
    report(['facets'], 'template-answer', 'only a list of results has facets', 'remove them')
  const pages = Object.entries(getDeclared(value)).filter(([, { type }]) => type === 'page')
  for (const [key] of pages) {
    const { size } = getDeclared(value)
    if (size?.type !== 'integer' || (body as Mapping).size !== '$size')
      report(
        ['parameters', key],
        'template-answer',
        'a page needs a page size',
        'declare size: { type: integer, … } and write size: $size in the body',
      )
    if ((one ?? list) !== undefined)
      report(['parameters', key], 'template-answer', 'this answer has no pages', 'remove it')
  }
  for (const [key, instead] of Object.entries(reserved)) {
    if (Object.hasOwn(body as Mapping, key))
      report(['body', key], 'template-key', `"${key}" is not allowed in the body`, instead)
  }
}

const namesTaken = 'write a letter of a-z, then a-z 0-9 and _'

/** Members of a body that come from elsewhere in the file. */
const reserved: Readonly<Record<string, string>> = {
  _source: 'name the fields under "fields"',
  aggs: 'name aggregations under "facets"',
  aggregations: 'name aggregations under "facets"',
  post_filter: 'write it as a filter of the query: facets with $without put theirs there',
}

/** A facet of a file; reports each mistake in it. */
function compileFacet(name: string, declared: unknown, scope: TemplateScope): Facet {
  const { $without = [], ...aggregation } = declared as Record<string, unknown>
  const path = ['facets', name]
  const without = [$without].flat().map((one) => String(one).replace(/^\$/, ''))
  for (const one of without.filter((one) => !scope.parameters.has(one))) {
    const remedy = didYouMean(one, scope.parameters.keys())
    const message = `no parameter "${one}"`
    scope.report([...path, '$without'], 'template-placeholder', message, remedy)
  }
  const none: ReadonlySet<string> = new Set()
  const place = { path, keys: ['aggs', name], given: none, perhaps: none }
  return { aggregation: compile(aggregation, place, scope), without }
}
