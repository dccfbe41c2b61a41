import { type Diagnostic, didYouMean, type Path } from '../../../kit/config/yaml/diagnostics.js'
import { accessOf } from '../../../kit/elasticsearch/access.js'
import { fieldsOf } from '../../../kit/elasticsearch/ask.js'
import {
  type CatalogFields,
  type Choice,
  makeCover,
  makeMeaning,
  unknownInFilter,
} from '../../../packages/query-guard/src/index.js'
import { accessNames } from '../engine-access.js'
import { catalogFieldsIn } from '../field-catalog.js'
import { vocabulary } from '../vocabulary.js'
import { rulesFor } from './by-plan.js'
import { backendsOf, type SearchRulesParams } from './params.js'

/** A field or a pattern of fields, with its place, and what it is without any field. */
interface Written {
  name: string
  path: Path
  effect: string
}

/**
 * Field rules and filters for fields that no index has: most likely they are misspelt, and what they
 * should close is open. Without any field there is nothing to compare with.
 * @param at Where the rules are among the parameters of the step.
 * @throws Error when the engine does not answer.
 */
export async function unknownFieldAdvice(
  params: SearchRulesParams,
  at: Path = [],
): Promise<Diagnostic[]> {
  const { engine, plans = {} } = params
  const parts = [
    { written: params, rules: params, path: at },
    ...Object.entries(plans).map(([plan, written]) => ({
      written,
      rules: rulesFor(params, plan),
      path: [...at, 'plans', plan],
    })),
  ]
  if (!engine || !parts.some(({ written }) => written.fields || written.filter)) return []
  const fields = await fieldsOfAll(params, engine)
  const names = [...fields.keys()]
  if (names.length === 0) return []
  return parts
    .flatMap(({ written, rules, path }) => [
      ...patternsIn(written.fields, [...path, 'fields']).filter(
        ({ name }) => !names.some(makeCover(name)),
      ),
      ...(written.filter ? unknownInFilter(rules, fields) : []).map((unknown) => ({
        name: unknown.name,
        path: [...path, 'filter', ...unknown.path],
        effect: 'this part of the filter matches nothing',
      })),
    ])
    .map(adviceWith(names))
}

/** The fields of all families together. */
async function fieldsOfAll(
  params: SearchRulesParams,
  engine: NonNullable<SearchRulesParams['engine']>,
): Promise<CatalogFields> {
  const access = accessOf(engine, accessNames)
  const prefixes = backendsOf(params).searched?.prefixes ?? []
  const families = await Promise.all(prefixes.map((prefix) => fieldsOf(access, prefix)))
  return new Map(families.flatMap((family) => [...catalogFieldsIn(family)]))
}

function patternsIn({ allow = [], deny = [] }: Choice = {}, at: Path): Written[] {
  return [
    ...allow.map((name, i) => ({ name, path: [...at, 'allow', i], effect: 'this opens nothing' })),
    ...deny.map((name, i) => ({ name, path: [...at, 'deny', i], effect: 'this closes nothing' })),
  ]
}

function adviceWith(names: readonly string[]): (written: Written) => Diagnostic {
  const meaningOf = makeMeaning(names, vocabulary.fieldWords ?? [])
  return ({ name, path, effect }) => {
    const meant = meaningOf(name)
    return {
      path,
      rule: 'field-unknown',
      severity: 'warning',
      message: `no index has the field "${name}", so ${effect}`,
      remedy: meant === undefined ? didYouMean(name, names) : `did you mean "${meant}"?`,
    }
  }
}
