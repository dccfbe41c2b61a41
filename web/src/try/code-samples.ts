import { quoteForShell } from '../kit/format.js'
import { type Query, toRequestText } from './query.js'

/** The request for programs, by name of the language; the API key is in the environment. */
export function toCodeSamples(baseUrl: string, query: Query): Record<string, string> {
  const url = `${baseUrl}/api/v1/organizations/search`
  const text = query.text.trim()
  return {
    curl: `curl -s ${quoteForShell(url)} \\
  -H "X-API-Key: $KEY" -H 'Content-Type: application/json' \\
  -d ${quoteForShell(toRequestText(query))}`,
    TypeScript: `import { DirectoryClient } from 'nonprofit-directory-client'

const directory = new DirectoryClient({
  baseUrl: '${baseUrl}',
  apiKey: process.env.KEY ?? '',
})
const { results, total } = await directory.search({
  index: ${JSON.stringify(query.index)},
  body: ${text.replaceAll('\n', '\n  ')},
})
console.log(total, results)`,
    Python: `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=json.dumps({
        "index": ${JSON.stringify(query.index)},
        "body": json.loads(r"""${text}"""),
    }).encode(),
    headers={"X-API-Key": os.environ["KEY"], "Content-Type": "application/json"},
)
found = json.load(urllib.request.urlopen(request))["data"]
print(found["total"], found["results"])`,
  }
}
