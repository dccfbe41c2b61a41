import { baseUrl } from '../kit/where.js'

/** Where the document is. */
export const documentUrl = `${baseUrl}/api/v1/openapi.json`

/** Loads the document of this gateway. @throws Error when there is none. */
export async function loadDocument(signal: AbortSignal): Promise<ApiDocument> {
  const answer = await fetch(documentUrl, { signal })
  if (!answer.ok) throw new Error(`The OpenAPI document is not available: HTTP ${answer.status}`)
  const document = (await answer.json()) as ApiDocument
  const ordered = removeValues(sortTags(document))
  // the document does not know the path of a proxy
  return removeKeysInUrls({ ...ordered, servers: [{ url: baseUrl }] })
}

/** Offers no key in the URL, which ends up in logs: the discouraged way is not one to try. */
function removeKeysInUrls(document: ApiDocument): ApiDocument {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  const securitySchemes = Object.fromEntries(
    schemes.filter(([, { in: place }]) => place !== 'query'),
  )
  return { ...document, components: { ...document.components, securitySchemes } }
}

/** What this page reads and changes of an OpenAPI document. */
interface ApiDocument {
  servers?: { url: string }[]
  tags?: { name: string }[]
  paths?: Record<string, Record<string, { parameters?: Parameter[] }>>
  components?: { securitySchemes?: Record<string, { in?: string }> }
}

interface Parameter {
  name: string
  required?: boolean
  example?: unknown
  description?: string
  schema?: { default?: unknown }
}

/** Calls that most come for, in this order; all others follow as in the document. */
const first = ['get /api/v1/organizations', 'post /api/v1/organizations/search']

/** The place of a call among those of its tag. */
export function rankCall(method: string, path: string): number {
  const rank = first.indexOf(`${method} ${path}`)
  return rank === -1 ? first.length : rank
}

/** With the searches before logins, keys and users. */
function sortTags(document: ApiDocument): ApiDocument {
  const isSearch = ({ name }: { name: string }) => name === 'Organizations'
  const tags = document.tags ?? []
  return {
    ...document,
    tags: [...tags.filter(isSearch), ...tags.filter((tag) => !isSearch(tag))],
  }
}

/**
 * Fills in only what a call needs, and the words of a search: all optional examples at once find
 * nothing, and all defaults at once hide the parameter that matters. Those of the others are in
 * their descriptions.
 */
function removeValues(document: ApiDocument): ApiDocument {
  const paths = Object.entries(document.paths ?? {}).map(([path, calls]) => {
    const shown = Object.entries(calls).map(([method, call]) => [
      method,
      call.parameters ? { ...call, parameters: call.parameters.map(removeValue) } : call,
    ])
    return [path, Object.fromEntries(shown)]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

export function removeValue(parameter: Parameter): Parameter {
  const { example, schema: { default: usual, ...schema } = {}, ...others } = parameter
  if (parameter.required || parameter.name === 'q') return parameter
  const notes = [
    parameter.description,
    example !== undefined && `Example: \`${example}\`.`,
    usual !== undefined && `Default: \`${usual}\`.`,
  ]
  return { ...others, schema, description: notes.filter(Boolean).join(' ') }
}
