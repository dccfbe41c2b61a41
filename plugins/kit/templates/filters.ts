import { isObject } from '../../../kit/config/objects.js'
import { filled, type Values } from './fragment.js'
import { isAlwaysGiven } from './parameter.js'
import type { SearchTemplate } from './search-template.js'

/** Returns the filters of the query that some optional parameters of a call bring along. */
export function filtersOf(
  { body, parameters }: SearchTemplate,
  values: Values,
): (names: readonly string[]) => object[] {
  const isAlways = (name: string) => {
    const parameter = parameters.get(name)
    return parameter !== undefined && isAlwaysGiven(parameter)
  }
  const filtersWith = (chosen: readonly string[]) =>
    filtersIn(
      filled(
        body,
        new Map([...values].filter(([name]) => chosen.includes(name) || isAlways(name))),
      ),
    )
  const always = filtersWith([])
  return (names) => without(filtersWith(names), always)
}

/** A body without some of its filters. */
export function withoutFilters(body: unknown, filters: readonly object[]): object {
  const { query, ...others } = body as { query: { bool: object } }
  const filter = without(filtersIn(body), filters)
  return { query: { ...query, bool: { ...query.bool, filter } }, ...others }
}

function without(filters: readonly object[], others: readonly object[]): object[] {
  const away = new Set(others.map((one) => JSON.stringify(one)))
  return filters.filter((one) => !away.has(JSON.stringify(one)))
}

function filtersIn(body: unknown): object[] {
  const { query } = body as { query?: unknown }
  const { bool } = isObject(query) ? query : {}
  const { filter } = isObject(bool) ? bool : {}
  return (Array.isArray(filter) ? filter : []).filter(isObject)
}
