import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../support/service.js'
import {
  built,
  end,
  outcomeOf,
  startReady,
  startScript,
  testEnvironment,
} from '../../support/stack.js'

const kit = join(built, 'test/programs/kit.js')

/** Three small plugins, written against the built kit, for tests of the host alone. */
const plugins: Record<string, string> = {
  opening: `
import { randomUUID } from 'node:crypto'
import {
  ApiError, definePlugin, findContext, openContext, sendError, sendResult, toApiError
} from '${kit}'
const policy = { name: 'opening', params: {}, role: 'open', throttles: true, create: () => () => undefined }
export const { version, policies, schema, init } = definePlugin(policy, (context) => {
  context.registerGatewayRoute((app) => {
    app.use((req, res, next) => (openContext(req, { requestId: randomUUID() }), next()))
    context.eventBus.once('http-ready', () => {
      app.use((req, res) => {
        const { result, requestId } = findContext(req)
        if (result) sendResult(res, result, requestId)
        else sendError(res, new ApiError('NOT_FOUND', 'Nothing here'), requestId)
      })
      app.use((error, req, res, next) => sendError(res, toApiError(error), findContext(req).requestId))
    })
  })
})`,
  tag: `
import { definePlugin } from '${kit}'
const text = { type: 'string', description: 'Text to add.' }
export const { version, policies, schema, init } = definePlugin({
  name: 'tag', params: { text }, required: ['text'], conditional: true,
  create: ({ text }) => (context) => { context.tags = [...(context.tags ?? []), text] },
})`,
  echo: `
import { definePlugin } from '${kit}'
const text = { type: 'string', description: 'Text of the answer.' }
const waitFor = { type: 'string', description: 'URL that answers when the answer may come.' }
export const { version, policies, schema, init } = definePlugin({
  name: 'echo', params: { text, waitFor }, required: ['text'], role: 'answer',
  create: ({ text, waitFor }, { gateway: { serviceEndpoints } }) => {
    if (text === 'impossible') throw new Error('text must be possible')
    return async (context, req) => {
      if (waitFor) await fetch(waitFor)
      const isLean = Object.getPrototypeOf(req) === req.app.request
      context.result = { data: { text, tags: context.tags, isLean, names: Object.keys(serviceEndpoints) } }
    }
  },
})`,
}

/** system.config.yml next to `plugins:`, as shipped. */
const rest = readFileSync('config/system.config.yml', 'utf8').replace(/^plugins:\n( .*\n)+/m, '')

export interface Project {
  folder: string
  env: NodeJS.ProcessEnv
  remove(): void
}

/**
 * A folder with a configuration of its own; plugins are named in it by absolute path.
 * @param ours Plugins of the product that it has too.
 */
export function makeProject(
  gateway: string,
  extra: Record<string, string> = {},
  ours: readonly string[] = [],
): Project {
  const folder = mkdtempSync(join(tmpdir(), 'directory-host-'))
  mkdirSync(join(folder, 'plugins'))
  const all = { ...plugins, ...extra }
  for (const [name, source] of Object.entries(all))
    writeFileSync(join(folder, 'plugins', `${name}.mjs`), source)
  const list = Object.keys(all).map(
    (name) => `  ${name}: { package: "${join(folder, 'plugins', `${name}.mjs`)}" }\n`,
  )
  for (const name of ours)
    list.push(`  ${name}: { package: "${built}/plugins/${name}/index.js" }\n`)
  writeFileSync(join(folder, 'system.config.yml'), `plugins:\n${list.join('')}${rest}`)
  writeFileSync(join(folder, 'gateway.config.yml'), gateway)
  const env = testEnvironment(join(folder, 'data'), folder)
  return { folder, env, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * A configuration of one pipeline: its steps are `opening`, the given ones, and `echo` with the
 * given parameters.
 */
export function pipelineOf(echo: string, steps = '', top = ''): string {
  return `apiEndpoints:
  hello: { host: "*", paths: [/hello, "/things/:id"], methods: [GET, POST] }
policies: [opening, tag, echo]
pipelines:
  hello:
    apiEndpoints: [hello]
    policies:
      - opening:
${steps}      - echo: [{ action: ${echo} }]
${top}`
}

export interface RunningHost {
  url: string
  adminUrl: string
  port: number
  child: ChildProcess
  output(): string
  stop(): Promise<number | null>
}

/**
 * Starts the built gateway, or another one. Rejects with its output when it ends before it is ready.
 */
export async function startHost(
  env: NodeJS.ProcessEnv,
  script = 'gateway/main.js',
): Promise<RunningHost> {
  const { child, output, message } = await startReady<{ url: string; adminUrl: string }>(
    script,
    env,
  )
  const port = Number(new URL(message.url).port)
  return { ...message, port, child, output, stop: () => end(child) }
}

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs one of the built commands, or another one, to its end. */
export async function run(script: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const { code, out, err } = await outcomeOf(startScript(script, env, { args }).child)
  return { code, stdout: out, stderr: err }
}

/** What `waitFor` of `echo` names: its answers wait until it is opened. */
export async function startGate() {
  const waiting: ServerResponse[] = []
  const gate = await startService((_req, res) => void waiting.push(res))
  return {
    ...gate,
    waiting,
    open() {
      for (const res of waiting.splice(0)) res.end()
    },
  }
}

/** An HTTP server on a free port that answers every request with this status and these headers. */
export async function startDouble(
  status: number,
  headers: Record<string, string> = {},
  body: object = {},
) {
  const seen: { url: string; authorization: string | undefined }[] = []
  const server = createServer((req, res) => {
    seen.push({ url: req.url!, authorization: req.headers.authorization })
    res.writeHead(status, headers).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, seen, close: () => void server.close() }
}
