import {
  type FindParameters,
  organizationsPath,
  renderPath,
} from '../../../packages/client/src/templates.js'
import { quoteForShell } from '../../../web/src/kit/format.js'

/**
 * The request behind a page, for programs: by name of the language.
 * @param search The same as a search, by Elasticsearch's query language, if it is known.
 */
export function toCodeSamples(
  baseUrl: string,
  parameters: FindParameters,
  search: object | undefined,
): Record<string, string> {
  const path = renderPath(organizationsPath, { ...parameters })
  const url = `${baseUrl}${path}`
  return {
    GET: url,
    curl: `curl '${url.replaceAll("'", '%27')}' -H "X-API-Key: $KEY"`,
    TypeScript: `import { DirectoryClient } from 'nonprofit-directory-client'

const directory = new DirectoryClient({ baseUrl: '${baseUrl}', apiKey: process.env.KEY })
const found = await directory.find(${JSON.stringify(parameters, null, 2)})
console.log(found.total, found.results)`,
    Python: `import json, os, urllib.parse, urllib.request

parameters = ${JSON.stringify(parameters, booleanAsText, 4)}
request = urllib.request.Request(
    "${baseUrl}${organizationsPath}?" + urllib.parse.urlencode(parameters, doseq=True),
    headers={"X-API-Key": os.environ["KEY"]},
)
found = json.load(urllib.request.urlopen(request))["data"]
print(found["total"], found["results"])`,
    ...(search && {
      'POST search': `curl '${baseUrl}${organizationsPath}/search' -H "X-API-Key: $KEY" \\
  -H 'Content-Type: application/json' -d ${quoteForShell(JSON.stringify(search, null, 2))}`,
    }),
  }
}

/** Python writes booleans in another way. */
const booleanAsText = (_: string, value: unknown) =>
  typeof value === 'boolean' ? String(value) : value
