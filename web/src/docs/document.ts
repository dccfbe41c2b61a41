import { baseUrl } from '../kit/where.js'
import { type ApiDocument, searchesFirst, withFewExamples } from './order.js'

/** Where the document is. */
export const documentUrl = `${baseUrl}/api/v1/openapi.json`

/** Loads the document of this gateway. @throws Error when there is none. */
export async function loadDocument(signal: AbortSignal): Promise<ApiDocument> {
  const answer = await fetch(documentUrl, { signal })
  if (!answer.ok) throw new Error(`The OpenAPI document is not available: HTTP ${answer.status}`)
  const document = (await answer.json()) as ApiDocument
  const ordered = withFewExamples(searchesFirst(document))
  // the document does not know the path of a proxy
  return withoutKeysInUrls({ ...ordered, servers: [{ url: baseUrl }] })
}

/** Offers no key in the URL, which ends up in logs: the discouraged way is not one to try. */
function withoutKeysInUrls(document: ApiDocument): ApiDocument {
  const schemes = Object.entries(document.components?.securitySchemes ?? {})
  const securitySchemes = Object.fromEntries(
    schemes.filter(([, { in: place }]) => place !== 'query'),
  )
  return { ...document, components: { ...document.components, securitySchemes } }
}
