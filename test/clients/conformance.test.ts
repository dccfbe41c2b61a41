import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.js'
import { type RunningStack, startStack } from '../support/stack.js'
import { startDiagnosticServer } from './conformance/diagnostic-server.js'

/**
 * The conformance suite of MCP, as each revision requires it, at the gateway; and at a server of
 * the product's protocol code with the tools that the suite calls by their names.
 */

const run = promisify(execFile)
const folder = join(__dirname, 'conformance')

/** Checks of what the product does not offer, by reason: all fail. */
const notOffered: Record<string, string[]> = {
  'no prompts': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'sep-2549-prompts-list-caching-hints',
  ],
  'no resources': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
    'sep-2549-resources-list-caching-hints',
    'sep-2549-resources-templates-list-caching-hints',
  ],
  'no completion': ['completion-complete'],
  'no log and no progress': [
    'logging-set-level',
    'tools-call-with-logging',
    'tools-call-with-progress',
  ],
  'no tool asks the client for anything': [
    'tools-call-sampling',
    'tools-call-elicitation',
    'elicitation-sep1034-general',
    'elicitation-sep1330-general',
    'sep-2322-elicitation-incomplete',
    'sep-2322-list-roots-incomplete',
    'sep-2322-multi-round-r1',
    'sep-2322-multiple-inputs-incomplete',
    'sep-2322-non-tool-incomplete',
    'sep-2322-reject-tampered-state',
    'sep-2322-request-state-incomplete',
    'sep-2322-respect-client-capabilities',
    'sep-2322-result-type-included',
    'sep-2322-sampling-incomplete',
    'sep-2575-missing-capability-http-400',
    'sep-2575-server-rejects-undeclared-capability',
  ],
  'no argument is a header': [
    'sep-2243-server-decode-base64',
    'sep-2243-server-no-xmcp-tool',
    'sep-2243-server-reject-invalid-param-chars',
    'sep-2243-server-reject-param-mismatch',
    'sep-2243-server-validate-param-match',
  ],
}

/** Checks that call tools of the suite's own, which only the diagnostic server has. */
const ofOwnTools = [
  'json-schema-2020-12-tool-found',
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-server-no-log-without-loglevel',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-error',
  'tools-call-image',
  'tools-call-mixed-content',
  'tools-call-simple-text',
]
/** The check of `Origin`, which is not in the code of the protocol. */
const ofGateway = ['localhost-host-rebinding-rejected']

const isOld = Number(process.versions.node.split('.')[0]) < 22
if (isOld) process.stdout.write('The conformance suite of MCP was not tried: it needs Node 22\n')

let stack: RunningStack
let diagnostic: Awaited<ReturnType<typeof startDiagnosticServer>>
beforeAll(async () => {
  if (isOld) return
  const port = await freePort()
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  const ofPages = (text: string) =>
    text.replace('origins: [] #', `origins: ["http://127.0.0.1:${port}"] #`)
  stack = await startStack({
    env: { PORT: String(port) },
    config: { 'gateway.config.yml': (text) => ofPages(text) },
  })
  diagnostic = await startDiagnosticServer()
})
afterAll(async () => {
  diagnostic?.close()
  await stack?.stop()
})

interface Check {
  id: string
  status: string
}

/** The checks of the scenarios that a revision requires, and those that may become required. */
async function checksOf(url: string, revision: string): Promise<Check[]> {
  const results = mkdtempSync(join(tmpdir(), 'directory-conformance-'))
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
  const args = [program, 'server', '--url', url, '--requirements', revision, '-o', results]
  await run(process.execPath, args, { maxBuffer: 1e8 }).catch(({ code, stderr }) => {
    if (code !== 1) throw new Error(stderr)
  })
  const scenarios = readdirSync(results).filter((name) => !name.startsWith('server-tasks-'))
  const checks = scenarios.flatMap((name): Check[] =>
    JSON.parse(readFileSync(join(results, name, 'checks.json'), 'utf8')),
  )
  rmSync(results, { recursive: true })
  return checks
}

const namesOf = (checks: Check[]) => new Set(checks.map(({ id }) => id))
const withStatus = (checks: Check[], status: string) =>
  namesOf(checks.filter((check) => check.status === status))

const conforms = isOld ? test.skip : test
const seen = new Set<string>()
conforms.each(['2025-11-25', '2026-07-28'])(
  'revision %s',
  async (revision) => {
    const atGateway = await checksOf(`${stack.url}/api/v1/mcp`, revision)
    const atDiagnostic = await checksOf(diagnostic.url, revision)
    const all = [...atGateway, ...atDiagnostic]
    const ran = namesOf(all)
    for (const id of ran) seen.add(id)
    const amongRan = (...checks: string[]) => new Set(checks.filter((id) => ran.has(id)))
    const others = Object.values(notOffered).flat()
    expect(withStatus(atGateway, 'FAILURE')).toEqual(amongRan(...others, ...ofOwnTools))
    expect(withStatus(atDiagnostic, 'FAILURE')).toEqual(amongRan(...others, ...ofGateway))
    const passed = [...withStatus(all, 'SUCCESS')].filter((id) => !others.includes(id))
    process.stdout.write(`MCP ${revision}: ${passed.length} checks of the suite pass\n`)
    for (const [reason, checks] of Object.entries(notOffered)) {
      const skipped = [...amongRan(...checks)]
      if (skipped.length > 0) process.stdout.write(`  ${reason}: ${skipped.join(', ')}\n`)
    }
  },
  120_000,
)

conforms('each check above is one of the suite', () => {
  const named = [...Object.values(notOffered).flat(), ...ofOwnTools, ...ofGateway]
  expect(named.filter((id) => !seen.has(id))).toEqual([])
})
