import { didYouMean } from '../../../kit/config/yaml/diagnostics.js'
import { filtersOf } from './filters.js'
import { filled, type TemplateScope, type Values } from './fragment.js'
import type { Facet, SearchTemplate } from './search-template.js'
import { compile } from './template.js'

/** A facet of a file; reports each mistake in it. */
export function facetOf(name: string, declared: unknown, scope: TemplateScope): Facet {
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

/**
 * The filters of what a call has chosen in the facets that it asks for, by facet: these count
 * without their own, so all of them follow the counts.
 */
export function filtersAside(
  template: SearchTemplate,
  values: Values,
  asked: readonly string[],
): ReadonlyMap<string, readonly object[]> {
  const chosen = asked
    .map(
      (name) =>
        [name, template.facets.get(name)!.without.filter((one) => values.has(one))] as const,
    )
    .filter(([, names]) => names.length > 0)
  if (chosen.length === 0) return new Map()
  const filtersFrom = filtersOf(template, values)
  return new Map(chosen.map(([name, names]) => [name, filtersFrom(names)]))
}

/** Name of the counts within the filters that hold for them. */
export const counted = 'counted'

/** The aggregation of a facet: within the filters aside of the other ones. */
export function aggregationOf(
  name: string,
  { aggregation }: Facet,
  values: Values,
  aside: ReadonlyMap<string, readonly object[]>,
): unknown {
  const counts = filled(aggregation, values)
  const others = [...aside].flatMap(([facet, filters]) => (facet === name ? [] : filters))
  return others.length === 0 ? counts : { filter: allOf(others), aggs: { [counted]: counts } }
}

/** All of some filters, as one query. */
export const allOf = (filter: readonly object[]): object => ({ bool: { filter } })
