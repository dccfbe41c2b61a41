/** The search rules that a filter changes. */
interface FilterableRules {
  filter?: object
  features?: readonly string[]
  aggregations?: { deny?: readonly string[] }
  unsafe?: readonly string[]
}

/**
 * What search rules can open that reaches documents beyond a filter, or shows the filter:
 * suggestions, joined documents, explanations of scores, and a bucket of all documents.
 */
const beyondFilter = {
  features: ['suggest', 'join', 'explain', 'profile'],
  aggregations: ['global'],
}

/** Search rules without what a filter, if they have one, does not hold for. */
export function withinFilter<Rules extends FilterableRules>(rules: Rules): Rules {
  const { filter, features = [], aggregations } = rules
  if (!filter) return rules
  return {
    ...rules,
    features: features.filter((name) => !beyondFilter.features.includes(name)),
    aggregations: {
      ...aggregations,
      deny: [...(aggregations?.deny ?? []), ...beyondFilter.aggregations],
    },
    unsafe: [],
  }
}
