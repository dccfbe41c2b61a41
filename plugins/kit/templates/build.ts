import type { Path, ReportDiagnostic } from '../../../kit/config/yaml/diagnostics.js'
import { isMapping, type Mapping } from '../../../kit/config/yaml/mapping.js'
import { declaredParameters, listParameter } from './declared.js'
import { facetOf } from './facets.js'
import type { Fragment, TemplatePlace, TemplateScope } from './fragment.js'
import type { Declared, Parameter } from './parameter.js'
import { related, type Used, use } from './relations.js'
import type { SearchTemplate } from './search-template.js'
import { checkShape, declaredIn } from './shape.js'
import { compile } from './template.js'
import { understandable } from './understanding.js'

/** Greatest size of the answer of a tool, if its file says none: about 2000 tokens of a model. */
const defaultBytes = 8192

/** The template of a file that fits its schema; reports each further mistake. */
export function templateOf(name: string, value: Mapping, report: ReportDiagnostic): SearchTemplate {
  const { title, description, index, body, fields, facets = {}, maxAge = 0, one, list } = value
  checkShape(value, report)
  const parameters = declaredParameters(
    (value.parameters ?? {}) as Record<string, Declared>,
    report,
  )
  const scope: TemplateScope = { parameters, report, choices: new Map(), used: new Map() }
  const choices = new Map<string, ReadonlyMap<string, Fragment>>()
  const ofChoices = new Map<string, ReadonlyMap<string, Used>>()
  for (const [key, { type, choices: declared }] of Object.entries(declaredIn(value))) {
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
    ([key, part]) => [key, facetOf(key, part, scope)] as const,
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
      understandable(related(parameters, scope.used, ofChoices, body)),
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
  if (fields.length > 1) all.set('fields', listParameter('fields', 'Fields of the answer.', fields))
  if (facets.length > 0) all.set('facets', listParameter('facets', 'Counts over all hits.', facets))
  return all
}
