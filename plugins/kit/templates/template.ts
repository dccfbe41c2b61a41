import { isObject } from '../../../kit/config/objects.js'
import { didYouMean } from '../../../kit/config/yaml/diagnostics.js'
import { absent, type Fragment, type TemplatePlace, type TemplateScope } from './fragment.js'
import { compileText, conditionOf, conditions } from './placeholders.js'

/** Makes the function that fills a template; reports each mistake in it. */
export function compile(value: unknown, place: TemplatePlace, scope: TemplateScope): Fragment {
  if (typeof value === 'string') return compileText(value, place, scope)
  if (Array.isArray(value)) return compileList(value, place, scope)
  return isObject(value) ? compileMapping(value, place, scope) : () => value
}

function compileList(items: unknown[], place: TemplatePlace, scope: TemplateScope): Fragment {
  const parts = items.map((item, i) => compile(item, { ...place, path: [...place.path, i] }, scope))
  return (values) => {
    const left = parts.map((part) => part(values)).filter((value) => value !== absent)
    return left.length === 0 && parts.length > 0 ? absent : left
  }
}

function compileMapping(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
): Fragment {
  const condition = conditionOf(mapping, place, scope)
  const inside = {
    ...place,
    given: new Set([...place.given, ...condition.given]),
    perhaps: new Set([...place.perhaps, ...condition.perhaps]),
  }
  const part = compileMembers(mapping, inside, scope)
  return (values) => (condition.holds(values) ? part(values) : absent)
}

function compileMembers(
  mapping: Record<string, unknown>,
  place: TemplatePlace,
  scope: TemplateScope,
): Fragment {
  const members: [string, Fragment][] = []
  for (const [key, value] of Object.entries(mapping)) {
    if (conditions.includes(key)) continue
    const inner = { ...place, path: [...place.path, key], keys: [...place.keys, key] }
    if (key.includes('$')) {
      const remedy = key.startsWith('$')
        ? didYouMean(key, conditions)
        : 'placeholders are values: no parameter may name a key'
      scope.report(inner.path, 'template-key', `the key "${key}" contains a $`, remedy)
    } else members.push([key, compile(value, inner, scope)])
  }
  return (values) => {
    const filled: Record<string, unknown> = {}
    for (const [key, part] of members) {
      const value = part(values)
      if (value !== absent) filled[key] = value
    }
    return filled
  }
}
