import { pagePathOf } from '../../../directory/fields/page-path.js'
import type { ReadValues } from '../../../directory/templates/call.js'
import { jsonLdOf } from '../../../directory/templates/json-ld.js'
import { valuesIn } from '../../../directory/templates/request.js'
import type { SearchTemplate } from '../../../directory/templates/search-template.js'
import type { Address, Renderer } from './renderer.js'

/** The search templates that pages show. */
export const templateNames = ['find', 'organization'] as const

type Data = Readonly<Record<string, unknown>>

/** What a page asks for. */
interface Asked {
  template: (typeof templateNames)[number]
  /** @throws ApiError VALIDATION_ERROR */
  valuesWith(template: SearchTemplate): ReadValues
  /** The canonical path of what was found, where the page has one. */
  pathOf?(data: Data): string
  /** What was found in the words of schema.org. */
  jsonLdOf?(template: SearchTemplate, data: Data): object
}

/** What the page of an address asks for. */
export function askedBy({ path, query }: Address, { findQueryOf }: Renderer): Asked {
  if (path === '') return search(findQueryOf(query))
  return organization(decodeURIComponent(path.slice(path.indexOf('/') + 1)))
}

function search(query: string): Asked {
  return {
    template: 'find',
    valuesWith:
      ({ parameters }) =>
      (organizations) =>
        valuesIn({ url: `/?${query}` }, '', parameters, organizations),
  }
}

/** The longest id that the search template takes; a page's name may be longer. */
const longestId = 100

/**
 * The organization of a page, whose name is its id and then words, or its number alone. Where an id
 * ends only the index knows, so all that it may be are looked for.
 */
function organization(name: string): Asked {
  const start = [...name].slice(0, longestId).join('')
  return {
    template: 'organization',
    valuesWith:
      ({ parameters }) =>
      (organizations) => {
        const url = `/${encodeURIComponent(start)}`
        const values = valuesIn({ url }, '/:id', parameters, organizations)
        const ids = [values.get('id'), ...beginningsOf(start), ...beginningsOf(start.toLowerCase())]
        return new Map(values).set('id', [...new Set(ids)])
      },
    pathOf: (data) => pagePathOf(data.organization as { id: string; name: string }),
    jsonLdOf: ({ jsonLd }, data) => jsonLdOf(jsonLd ?? 'NGO', data.organization as Data),
  }
}

/** A name of a page, and what comes before each of its hyphens. */
function beginningsOf(name: string): string[] {
  const words = name.split('-')
  return words.map((_, i) => words.slice(0, i + 1).join('-')).filter((one) => one !== '')
}
