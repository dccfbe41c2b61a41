import { pathText } from '../rule/body-path.js'
import type { FieldRules } from '../rule/field-rules.js'
import type { CatalogFields } from '../rule/fields.js'
import { type FieldWarning, isOfWholeValues } from './field-warnings.js'
import { makeMeaning } from './meant-field.js'

/** An index family whose fields the engine has reported. */
interface CatalogFamily {
  name: string
  fields: CatalogFields
}

/** Maximum number of hints, and length of each, in characters. */
const maxHints = 5
const maxLength = 400

/**
 * Hints about doubtful references, each with its path. Never names a field that the rules close.
 * @param family The family that was searched.
 * @param others Families that may have what it lacks.
 */
export function makeHints(
  warnings: readonly FieldWarning[],
  family: CatalogFamily,
  others: readonly CatalogFamily[],
  rules: FieldRules | undefined,
  synonyms: readonly (readonly string[])[] = [],
): string[] {
  const openIn = ({ fields }: CatalogFamily) =>
    [...fields.keys()].filter((name) => !rules || rules.allows(name))
  const meanings = new Map<CatalogFamily, (word: string) => string | undefined>()
  const meaning = (word: string, where: CatalogFamily) => {
    const known = meanings.get(where) ?? makeMeaning(openIn(where), synonyms)
    meanings.set(where, known)
    return known(word)
  }

  /** What the name may mean: another field here, or one of another family. */
  function remedy({ name, path }: FieldWarning): string {
    const holder = others.find(({ fields }) => fields.has(name))
    if (holder) return `; ${holder.name} has it`
    const meant = meaning(name, family)
    if (meant !== undefined)
      return `; did you mean ${isOfWholeValues(path) ? findWhole(meant, family) : meant}?`
    for (const other of others) {
      const there = meaning(name, other)
      if (there !== undefined) return `; ${other.name} has ${there}`
    }
    return ''
  }

  function renderWarning(warning: FieldWarning): string {
    if (warning.kind === 'unknown') return `no field of ${family.name}${remedy(warning)}`
    const whole = findWhole(warning.name, family)
    const orSub = whole === warning.name ? '' : `, or ${whole}`
    return `a text field holds single words, not whole values; use match${orSub}`
  }

  return warnings
    .slice(0, maxHints)
    .map((warning) => `${pathText(warning.path)}: ${renderWarning(warning)}`.slice(0, maxLength))
}

/** The subfield that holds the whole values, if there is one. */
function findWhole(name: string, { fields }: CatalogFamily): string {
  const keyword = `${name}.keyword`
  return fields.get(name)?.type === 'text' && fields.has(keyword) ? keyword : name
}
