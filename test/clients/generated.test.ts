import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { legitimate } from '../../packages/query-guard/test/cases/legitimate.js'
import { type RunningStack, root, startStack } from '../support/stack.js'
import { said, testWith } from './programs.js'

/**
 * Clients that generators make of the served OpenAPI document: generated without a warning,
 * compiled, and used. Each consumer sends every search of docs/queries.md, calls each search template,
 * calls a tool of MCP, and prints what it was answered.
 */

const queries = readFileSync(join(root, 'docs/queries.md'), 'utf8')
/** The first search of each section. */
const searches = [...queries.matchAll(/^## \d+\. .*?-d '(.*?)'\n```/gms)].map(
  ([, request]) => JSON.parse(request!) as { index: string },
)
// Where a text is due the document shows a text; Elasticsearch reads a number as one, too
const bodies = legitimate
  .filter(({ name }) => !name.endsWith(' of a number'))
  .map(({ body }) => body)

let stack: RunningStack
let document: string
/** What plain requests are answered: to the searches, and to the search templates. */
let expected: unknown[]
let expectedOfTemplates: Record<string, unknown>

/** As each consumer sends them. */
const templates = {
  found:
    '?q=foundation&region=CA&founded_from=1900&size=2&near=Fresno&radius=300%20mi' +
    '&fields=id,name&facets=region,founded',
  organization: '/32-6868679',
  suggested: '/suggest?q=rho',
}

beforeAll(async () => {
  stack = await startStack()
  document = await (await fetch(`${stack.url}/api/v1/openapi.json`)).text()
  const key = await stack.mintKey()
  expected = await Promise.all(
    searches.map(async (search) => {
      const answer = await stack.request
        .post('/api/v1/organizations/search')
        .set('X-API-Key', key)
        .send(search)
      return answer.body.data
    }),
  )
  const answers = Object.entries(templates).map(async ([name, target]) => {
    const answer = await stack.request.get(`/api/v1/organizations${target}`).set('X-API-Key', key)
    return [name, answer.body.data]
  })
  expectedOfTemplates = Object.fromEntries(await Promise.all(answers))
  const some = expect.arrayContaining([expect.anything()])
  expect(expectedOfTemplates).toMatchObject({
    found: {
      results: [{ distance_km: expect.any(Number) }, {}],
      facets: { region: [{ value: 'CA' }], founded: some },
    },
    organization: { organization: { id: 'org-0002' } },
    suggested: { suggestions: some },
  })
})
afterAll(() => stack?.stop())

/** A folder with the document, the searches and the consumer. */
function place(consumer: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'directory-generated-'))
  cpSync(join(__dirname, consumer), join(folder, consumer))
  writeFileSync(join(folder, 'openapi.json'), document)
  writeFileSync(join(folder, 'searches.json'), JSON.stringify(searches))
  writeFileSync(join(folder, 'bodies.json'), JSON.stringify(bodies))
  return folder
}

/** Runs a consumer, and compares its answers with those of plain requests. */
async function uses(folder: string, program: string, args: string[]): Promise<void> {
  const { stdout } = await said(folder, program, args, {
    BASE_URL: stack.url,
    EMAIL: 'demo@example.org',
    PASSWORD: readFileSync(join(stack.dataDir, 'demo'), 'utf8').trim(),
    SEARCHES: join(folder, 'searches.json'),
    BODIES: join(folder, 'bodies.json'),
  })
  const { results, ids, asked, tool, ...others } = JSON.parse(stdout)
  expect(results).toEqual(expected)
  expect(asked).toEqual(expectedOfTemplates)
  expect(tool).toMatchObject(expectedOfTemplates.organization as object)
  expect(new Set(ids).size).toBe(4)
  const buckets = expect.arrayContaining([
    { key: expect.any(String), doc_count: expect.any(Number) },
  ])
  expect(others).toEqual({
    ...{ buckets, accepted: true, missing: 'NOT_FOUND' },
    ...{ code: 'VALIDATION_ERROR', mistakes: ['body'] },
  })
}

test('openapi-typescript: every body compiles, and the client does what it should', async () => {
  await said(__dirname, 'npm', ['ci', '--no-audit', '--no-fund'])
  const folder = place('consumer.ts')
  const modules = join(__dirname, 'node_modules')
  symlinkSync(modules, join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const typed = (name: string, type: string, values: unknown[]) =>
    `import type { components } from './api.js'\n` +
    `export const ${name}: components['schemas']['${type}'][] = ` +
    `${JSON.stringify(values, null, 1)}\n`
  writeFileSync(join(folder, 'searches.ts'), typed('searches', 'SearchRequest', searches))
  writeFileSync(join(folder, 'bodies.ts'), typed('bodies', 'SearchBody', bodies))
  const cli = join(modules, 'openapi-typescript/bin/cli.js')
  await said(folder, process.execPath, [cli, 'openapi.json', '-o', 'api.d.ts'])
  const options = [
    '--strict',
    '--noUncheckedIndexedAccess',
    '--target',
    'ES2022',
    '--module',
    'NodeNext',
  ]
  const files = ['consumer.ts', 'bodies.ts', join(root, 'node_modules/@types/node/index.d.ts')]
  await said(folder, process.execPath, [join(modules, 'typescript/bin/tsc'), ...options, ...files])
  await uses(folder, process.execPath, ['consumer.js'])
})

const withPython = testWith({
  'openapi-python-client': 'pip install -r test/clients/requirements.txt',
})
withPython(
  'openapi-python-client: all calls are generated, typed, and do what they should',
  async () => {
    const folder = place('consumer.py')
    const options = ['--path', 'openapi.json', '--meta', 'none']
    const packageName = 'nonprofit_organization_directory_api_client'
    const args = ['generate', ...options, '--output-path', packageName]
    const { all } = await said(folder, 'openapi-python-client', args)
    expect(all.replace(/Skipping Integration\s+ruff is not in PATH/g, '')).not.toMatch(
      /warn|error|not be generated|removal/i,
    )
    // All but client.py, which is the generator's own
    const checked = ['consumer.py', `${packageName}/models`, `${packageName}/api`]
    await said(folder, 'mypy', ['--strict', '--follow-imports=silent', ...checked])
    await uses(folder, 'python3', ['consumer.py'])
    const models = await said(folder, 'sh', [
      '-c',
      `grep -l "status.*error" ${packageName}/models/*.py`,
    ])
    expect(models.stdout.trim()).toMatch(/^\S*error_envelope\.py$/)
  },
  300_000,
)
