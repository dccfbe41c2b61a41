import { type Diagnostic, didYouMean, type Path } from '../../../kit/config/yaml/diagnostics.js'
import { accessOf } from '../../../kit/elasticsearch/access.js'
import { fieldsOf } from '../../../kit/elasticsearch/ask.js'
import { accessNames } from '../../kit/engine-access.js'
import { coverOf, type FieldChoice } from '../../kit/field-rules.js'
import { backendsOf, type SearchRulesParams } from '../grammar/settings.js'
import { meaningIn } from '../suggestions/meant-field.js'

/** A pattern of `fields`, with its place. */
interface WrittenPattern {
  pattern: string
  path: Path
  isDenied: boolean
}

/**
 * Field rules for fields that no index has: most likely they are misspelt, and what they should
 * close is open. Without any field there is nothing to compare with.
 * @param at Where the rules are among the parameters of the step.
 * @throws Error when the engine does not answer.
 */
export async function unknownFieldAdvice(
  params: SearchRulesParams,
  at: Path = [],
): Promise<Diagnostic[]> {
  const { engine, fields, plans = {} } = params
  const written = [
    ...patternsIn(fields, [...at, 'fields']),
    ...Object.entries(plans).flatMap(([plan, rules]) =>
      patternsIn(rules.fields, [...at, 'plans', plan, 'fields']),
    ),
  ]
  if (!engine || written.length === 0) return []
  const access = accessOf(engine, accessNames)
  const prefixes = backendsOf(params).searched?.prefixes ?? []
  const families = await Promise.all(prefixes.map((prefix) => fieldsOf(access, prefix)))
  const names = [...new Set(families.flatMap(Object.keys))]
  if (names.length === 0) return []
  return written.filter(({ pattern }) => !names.some(coverOf(pattern))).map(adviceWith(names))
}

function patternsIn({ allow = [], deny = [] }: FieldChoice = {}, at: Path): WrittenPattern[] {
  return [
    ...allow.map((pattern, i) => ({ pattern, path: [...at, 'allow', i], isDenied: false })),
    ...deny.map((pattern, i) => ({ pattern, path: [...at, 'deny', i], isDenied: true })),
  ]
}

function adviceWith(names: readonly string[]): (written: WrittenPattern) => Diagnostic {
  const meaningOf = meaningIn(names)
  return ({ pattern, path, isDenied }) => {
    const meant = meaningOf(pattern)
    const effect = isDenied ? 'closes' : 'opens'
    return {
      path,
      rule: 'field-unknown',
      severity: 'warning',
      message: `no index has the field "${pattern}", so this ${effect} nothing`,
      remedy: meant === undefined ? didYouMean(pattern, names) : `did you mean "${meant}"?`,
    }
  }
}
