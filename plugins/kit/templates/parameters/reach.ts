import { anonymousPlan, entering } from '../../../../kit/credentials/plans.js'
import { makeLimits } from '../../../../packages/query-guard/src/index.js'
import type { SearchRulesParams } from '../../rules/params.js'
import type { SearchTemplate } from '../fill/search-template.js'
import type { Parameter } from './parameter.js'

/** How many results the callers of a plan reach. */
export interface Reach {
  /** Maximum of a call. */
  size: number
  /** Maximum of all pages together. */
  window: number
  /** Whether they have no credential: with one they may reach more. */
  isOfVisitors: boolean
}

/** By the `limits` of the rules of a plan, which hold for what callers choose. */
export function reachOf({ limits }: SearchRulesParams, plan?: string): Reach {
  const { size, window } = makeLimits(limits)
  return { size, window, isOfVisitors: plan === anonymousPlan }
}

/** A template whose `size` callers choose within their reach. */
export function within(template: SearchTemplate, reach: Reach): SearchTemplate {
  const size = template.isSized ? template.parameters.get('size') : undefined
  if (size === undefined || Number(size.schema.maximum) <= reach.size) return template
  const parameters = new Map(template.parameters).set('size', atMost(size, reach))
  return { ...template, parameters }
}

function atMost(size: Parameter, { size: most, isOfVisitors }: Reach): Parameter {
  const { schema, fallback } = size
  const least = (value: unknown) => (typeof value === 'number' ? Math.min(value, most) : value)
  const remedy = isOfVisitors ? ` without a credential: ${entering}` : ''
  const problem = `must be an integer from ${schema.minimum} to ${most}${remedy}`
  return {
    ...size,
    schema: { ...schema, maximum: most },
    fallback: least(fallback),
    read(text) {
      const reading = size.read(text)
      return 'value' in reading && Number(reading.value) <= most
        ? reading
        : { problem, rule: 'limits.size' }
    },
  }
}
