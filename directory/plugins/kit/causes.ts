import { toSlug } from '../../fields/page-path.js'
import { readCauses } from '../../finding/causes.js'

/** The name of a cause by what it is in addresses, such as `food-banks`. */
export const findCauseName = (slug: string): string | undefined =>
  readCauses().content.find(({ name }) => toSlug(name) === slug)?.name
