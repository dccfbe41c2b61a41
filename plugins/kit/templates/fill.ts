import { aggregationOf, allOf, filtersAside } from './facets.js'
import { withoutFilters } from './filters.js'
import { filled, type Values } from './fragment.js'
import type { NamedPlace } from './place.js'
import type { SearchTemplate } from './search-template.js'

/** A search as callers send it to the free search. */
export interface FilledSearch {
  index: string
  body: Record<string, unknown>
}

/** The search of a template for the values of a call. */
export function fill(template: SearchTemplate, values: Values): FilledSearch {
  const { index, body, fields, facets, parameters } = template
  const shown = (values.get('fields') ?? fields) as readonly string[]
  const isMeasured = fields.includes(located) && placeIn(parameters, values) !== undefined
  const asked = (values.get('facets') ?? []) as readonly string[]
  const aside = filtersAside(template, values, asked)
  const aggs = Object.fromEntries(
    asked.map((name) => [name, aggregationOf(name, facets.get(name)!, values, aside)]),
  )
  const behind = [...aside.values()].flat()
  const whole = filled(body, withOffset(values)) as Record<string, unknown>
  return {
    index,
    body: {
      ...(behind.length > 0 ? withoutFilters(whole, behind) : whole),
      ...(behind.length > 0 && { post_filter: allOf(behind) }),
      _source: isMeasured ? [...new Set([...shown, located])] : shown,
      ...(asked.length > 0 && { aggs }),
    },
  }
}

/** The field that distances are to, where the file lists it. */
export const located = 'location'

/** The place of a call. */
export function placeIn(
  parameters: SearchTemplate['parameters'],
  values: Values,
): NamedPlace | undefined {
  const name = [...parameters.keys()].find((key) => parameters.get(key)?.type === 'place')
  return name === undefined ? undefined : (values.get(name) as NamedPlace | undefined)
}

/** With the offset of the first hit in place of the number of the page. */
function withOffset(values: Values): Values {
  const [page, size] = [values.get('page'), values.get('size')]
  if (typeof page !== 'number' || typeof size !== 'number') return values
  return new Map(values).set('page', (page - 1) * size)
}
