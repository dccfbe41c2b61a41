import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningStack, startStack } from '../support/stack.js'

/** The conformance suite of MCP, as each revision requires it, at the gateway. */

const run = promisify(execFile)
const folder = join(__dirname, 'conformance')

/** Checks of what the product does not offer, by reason: all fail. */
const notOffered: Record<string, RegExp> = {
  'no prompts': /^prompts-|^sep-2549-prompts-/,
  'no resources': /^resources-|^sep-2549-resources-(list|templates)-/,
  'no completion': /^completion-/,
  'no log and no progress': /^logging-|^tools-call-with-(logging|progress)$/,
  'no tool asks the client for anything':
    /^elicitation-|^tools-call-(sampling|elicitation)$|^sep-2575-.*capability/,
  'no answer is incomplete':
    /^sep-2322-.*(incomplete|-r1|tampered-state|client-capabilities|result-type-included)$/,
  'no argument is a header':
    /^sep-2243-server-(decode|no-xmcp|reject-(invalid-)?param|validate-param)/,
  'no tool of the suite':
    /^tools-call-(audio|embedded|error|image|mixed|simple)|^json-schema-2020-12-tool-found$/,
  'no stream and no log of such a tool': /-requests-on-stream$|-log-without-loglevel$/,
}
const isOffered = (id: string) => !Object.values(notOffered).some((pattern) => pattern.test(id))

const isOld = Number(process.versions.node.split('.')[0]) < 22
if (isOld) process.stdout.write('The conformance suite of MCP was not tried: it needs Node 22\n')

let stack: RunningStack
beforeAll(async () => {
  if (isOld) return
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder })
  stack = await startStack()
})
afterAll(async () => {
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

/** Ids of the checks with this status. */
const idsOf = (checks: Check[], wanted: string) =>
  new Set(checks.filter(({ status }) => status === wanted).map(({ id }) => id))

const conforms = isOld ? test.skip : test
conforms.each(['2025-11-25', '2026-07-28'])(
  'revision %s',
  async (revision) => {
    const checks = await checksOf(`${stack.url}/api/v1/mcp`, revision)
    const others = new Set(checks.map(({ id }) => id).filter((id) => !isOffered(id)))
    expect(idsOf(checks, 'FAILURE')).toEqual(others)
    const passed = [...idsOf(checks, 'SUCCESS')].filter(isOffered)
    process.stdout.write(`MCP ${revision}: ${passed.length} checks of the suite pass\n`)
    for (const [reason, pattern] of Object.entries(notOffered)) {
      const skipped = [...others].filter((id) => pattern.test(id))
      if (skipped.length > 0) process.stdout.write(`  ${reason}: ${skipped.join(', ')}\n`)
    }
    expect(passed.length).toBeGreaterThan(5)
  },
  120_000,
)
