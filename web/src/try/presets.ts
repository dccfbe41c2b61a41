import type { Organization } from '../../../packages/client/src/types.js'
import { exampleOf } from './examples.js'
import shipped from './presets.json'
import type { Body } from './query.js'

/** An example search. Strings such as `$city` in its body are placeholders. */
export interface Preset {
  title: string
  about: string
  index: string
  body: Body
}

export const presets: readonly Preset[] = shipped

/** The presets by what they are for. */
export const groups: readonly { title: string; presets: readonly Preset[] }[] = [
  group('Find by words', ({ index }) => index.startsWith('organization-serp')),
  group(
    'Filter and sort',
    ({ index, body }) => index.startsWith('organization-entity') && !body.aggs,
  ),
  group(
    'Count',
    ({ index, body }) => index.startsWith('organization-entity') && Boolean(body.aggs),
  ),
  group('On the map', ({ index }) => index.startsWith('map')),
]

function group(title: string, belongs: (preset: Preset) => boolean) {
  return { title, presets: presets.filter(belongs) }
}

/** A placeholder that this data has no example for. */
export class NoExample extends Error {}

/** A body with examples from the data. @throws NoExample */
export function filled(body: Body, organizations: readonly Organization[]): Body {
  return JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('$')) return value
    const example = exampleOf(value.slice(1), organizations)
    if (example === undefined)
      throw new NoExample('The organizations in this index do not have the fields of this example.')
    return example
  }) as Body
}
