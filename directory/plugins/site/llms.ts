import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { built } from '../../../kit/process/product-folder.js'
import type { GatewayView } from '../../../plugins/kit/policy.js'
import { toTemplate } from '../../../routes/path.js'
import { type Pipeline, paramsOf } from '../../../routes/pipelines.js'
import { type DeclaredRoute, isServed, type ServedRoute } from '../../../routes/routes.js'
import { arePagesOpen, type Discoverable } from '../kit/discoverable.js'
import type { Links } from '../kit/links.js'

type Operations = GatewayView['operations']

/**
 * The text of /llms.txt (llmstxt.org): what a language model needs to know to call this gateway,
 * from what its pipelines serve. Links are relative, as those of the landing page.
 * @param operations What the search templates declare.
 */
export function llmsText(
  { name, openapi, pages }: Links,
  routes: readonly DeclaredRoute[],
  operations: Operations,
  { sitemap }: Discoverable,
): string {
  const served = routes.filter(isServed)
  const calls = served.flatMap((route) => callOf(route, operations) ?? [])
  const mcp = served.find(({ pipeline }) => paramsOf(pipeline, 'mcp').length > 0)
  return [
    `# ${name}`,
    '> A directory of nonprofit organizations, searched over HTTP.',
    'Answers are JSON: `status` is `success`, with `data`, or `error`, with `error.code` and ' +
      '`error.message`, which names the remedy.',
    credentials(served),
    listed('Calls:', calls),
    listed('## Docs', [
      link('OpenAPI 3.1', openapi, 'every call, with parameters, answers, errors and limits'),
      link('API reference', pages.docs, 'the same as an interactive page'),
      link(
        'Guides',
        pages.docs && `${pages.docs}/guides`,
        'getting started, searches, errors, limits; each as Markdown too, with `.md` at its end',
      ),
      link('All guides', pages.docs && '/llms-full.txt', 'in one text'),
    ]),
    listed('## Pages', [
      arePagesOpen(routes)
        ? 'Organizations, at `/organizations/{id}`; as JSON by `Accept: application/json`'
        : '',
      link('Sitemap', sitemap, 'the pages of all organizations'),
    ]),
    listed('## MCP', [
      link('MCP server', mcp?.path, 'streamable HTTP, by POST, with the same credentials'),
    ]),
    listed('## Optional', [link('Try it', pages.try, 'a page that composes searches')]),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/**
 * The text of /llms-full.txt: all guides.
 * @param docs Path of the page whose guides they are.
 * @param guides As Markdown, with links as they are below that path.
 */
export function llmsFullText(docs: string, guides: string): string {
  return guides.replace(/\]\(([\w-]+\.md)/g, `](.${docs}/guides/$1`).replaceAll('](../../', '](./')
}

/** A title with its list; nothing without entries. */
function listed(title: string, entries: readonly string[]): string {
  const there = entries.filter((entry) => entry !== '').map((entry) => `- ${entry}`)
  return there.length === 0 ? '' : `${title}\n\n${there.join('\n')}`
}

function link(title: string, path: string | undefined, about: string): string {
  return path === undefined ? '' : `[${title}](.${toTemplate(path)}): ${about}`
}

/** How callers authenticate, and get a credential. */
function credentials(served: readonly ServedRoute[]): string {
  const accepted = new Set(
    served.flatMap(({ pipeline }) =>
      paramsOf(pipeline, 'authenticate').flatMap(({ accept }) => accept as string[]),
    ),
  )
  const ways = [
    accepted.has('api-key') ? 'an API key as `X-API-Key`' : '',
    accepted.has('access-token') ? 'an access token as `Authorization: Bearer`' : '',
  ].filter(Boolean)
  const takes = (path: string) => served.some((one) => one.method === 'POST' && one.path === path)
  return [
    ways.length === 0 ? '' : `Send ${ways.join(' or ')}.`,
    takes(login)
      ? `\`POST ${login}\` with \`email\` and \`password\` returns an access token.`
      : '',
    takes(keys) ? `With an access token, \`POST ${keys}\` and a \`name\` creates an API key.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const [login, keys] = ['/api/v1/auth/login', '/api/v1/api-keys']

/** What the calls do, by the policy that sets them apart. */
const purposes: readonly (readonly [policy: string, purpose: string])[] = [
  ['export', 'Exports all that such a search finds, as NDJSON or CSV by `Accept`.'],
  ['search-rules', 'Searches by an Elasticsearch 9 query, sent as `index` and `body`.'],
  ['explain', 'Validates such a search and computes its cost, without running it.'],
  ['describe', 'Lists the fields that such a search may name.'],
]

/** A call in a line; undefined for what the credentials and links are about. */
function callOf(route: ServedRoute, operations: Operations): string | undefined {
  const { method = '*', path, pipeline } = route
  const call = `\`${method} ${toTemplate(path)}\``
  const purpose = purposeOf(route, operations)
  if (purpose === undefined) return isOther(pipeline) ? call : undefined
  const [{ anonymous } = {}] = paramsOf(pipeline, 'authenticate')
  return `${call}: ${purpose}${anonymous === true ? ' No credential needed.' : ''}`
}

function purposeOf({ endpoint, pipeline }: ServedRoute, operations: Operations) {
  const declared = operations?.get(endpoint)
  if (!declared) return purposes.find(([policy]) => paramsOf(pipeline, policy).length > 0)?.[1]
  const names = declared.parameters.filter((one) => one.in === 'query').map((one) => one.name)
  const text = `${declared.summary}. ${declared.description}`.replace(/\s+/g, ' ')
  return names.length === 0 ? text : `${text} Parameters: ${names.join(', ')}.`
}

/** Whether it is for a service of the operator, which the OpenAPI document does not describe. */
function isOther(pipeline: Pipeline): boolean {
  return paramsOf(pipeline, 'upstream').some(
    ({ forwardCredentials }) => forwardCredentials !== true,
  )
}

/** The guides as Markdown in the order of their index, one after the other. */
export function guidesText(): string {
  const folder = built('web/guides')
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  const names = [...index.matchAll(/href="guides\/([\w-]+)"/g)].map(([, name]) => name!)
  return names.map((name) => readFileSync(join(folder, `${name}.md`), 'utf8')).join('\n')
}
