import type { ReadValues } from '../../../plugins/kit/templates/answer/call.js'
import type { Values } from '../../../plugins/kit/templates/fill/compile.js'
import type { SearchTemplate } from '../../../plugins/kit/templates/fill/search-template.js'
import { parseCall } from '../../../plugins/kit/templates/parameters/read-values.js'
import { toPagePath } from '../../fields/page-path.js'
import { renderJsonLd } from '../organizations/json-ld.js'
import { nothingHere, toLandingQuery } from './landing.js'
import type { Address, Renderer } from './renderer.js'

/** The search templates that pages show. */
export const templateNames = ['find', 'organization', 'landing'] as const

export type Data = Readonly<Record<string, unknown>>

/** What a page asks for. */
export interface Asked {
  template: (typeof templateNames)[number]
  /** @throws ApiError VALIDATION_ERROR */
  read: ReadValues
  /** @throws ApiError NOT_FOUND where the page would be empty. */
  check?(data: Data): void
  /** The canonical path of what was found, where the page has one. */
  pathOf?(data: Data): string
  /** The call whose hits the page shows too, by their name there; of the values of the first. */
  also?: { name: string; valuesOf(values: Values): Values }
  /** What was found in the words of schema.org. @param page The address of its page. */
  jsonLdOf?(template: SearchTemplate, data: Data, page: string): object
}

/** What the page of an address asks for. */
export function parsePage({ path, query }: Address, { findQueryOf }: Renderer): Asked {
  if (path === '') return search('find', findQueryOf(query))
  if (path.startsWith('in/')) return landing(toLandingQuery(path))
  return organization(decodeURIComponent(path.slice(path.indexOf('/') + 1)))
}

function search(template: Asked['template'], query: string): Asked {
  return {
    template,
    read: (facts, parameters) => parseCall({ url: `/?${query}` }, '', parameters, facts),
  }
}

/** The largest organizations of a state, or of a field of work there, and the newest. */
function landing(query: string): Asked {
  const valuesOf = (values: Values) => new Map(values).set('sort', 'newest').set('facets', [])
  return {
    ...search('landing', query),
    also: { name: 'newest', valuesOf },
    check({ total }) {
      if (total === 0) throw nothingHere()
    },
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
    read(facts, parameters) {
      const url = `/${encodeURIComponent(start)}`
      const values = parseCall({ url }, '/:id', parameters, facts)
      const ids = [values.get('id'), ...beginningsOf(start), ...beginningsOf(start.toLowerCase())]
      return new Map(values).set('id', [...new Set(ids)])
    },
    pathOf: (data) => toPagePath(data.organization as { id: string; name: string }),
    // an organization without a website of its own has this page
    jsonLdOf: ({ jsonLd }, { organization }, page) => ({
      ...{ '@id': page, url: page },
      ...renderJsonLd(jsonLd ?? 'NGO', organization as Data),
    }),
  }
}

/** A name of a page, and what comes before each of its hyphens. */
function beginningsOf(name: string): string[] {
  const words = name.split('-')
  return words.map((_, i) => words.slice(0, i + 1).join('-')).filter((one) => one !== '')
}
