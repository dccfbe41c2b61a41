import { randomUUID } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { format } from 'node:util'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import { log } from '../../kit/log/log.js'
import type { Manifest, Middleware } from '../../plugins/kit/plugin.js'
import type { ConfigFiles } from '../config/config.js'
import type { Validate } from '../config/parameters.js'
import type { Facts, OurPolicy } from '../config/steps.js'
import { type ExpressRouter, lean, routerOptions } from './lean-router.js'

/**
 * The only file that depends on internals of express-gateway 1.16.11. Its modules are loaded one by
 * one, because its entry point opens ports and starts watchers of its own.
 */
const require = createRequire(import.meta.url)
const inside = createRequire(require.resolve('express-gateway'))

/**
 * The Express application that runs the pipelines. `request` and `response` are the prototypes it
 * sets on each call.
 */
export interface App {
  (req: IncomingMessage, res: ServerResponse): void
  request: object
  response: object
  _router: ExpressRouter
}

/** What plugins registered when they were loaded. */
export interface LoadedPlugins {
  policies: HostPolicy[]
  conditions: unknown[]
  gatewayRoutes: ((app: App) => void)[]
  adminRoutes: unknown[]
  cliExtensions: unknown[]
}

/** A policy as registered, with the function that creates its middleware. */
export type HostPolicy = OurPolicy & {
  policy: (params: object, config: object) => Middleware
}

/** express-gateway's configuration object. */
export interface HostConfig {
  systemConfig: Mapping & { plugins?: Mapping }
  gatewayConfig: Mapping
}

interface HostConfigClass extends HostConfig {
  loadModels(): void
  loadConfig(type: 'gateway' | 'system'): void
  configTypes: Record<
    'gateway' | 'system',
    {
      validator(value: unknown): { isValid: boolean; error: string }
      configProperty: keyof HostConfig
    }
  >
}

/**
 * Conditions that may not be named: the first is asynchronous, so that its step would join the
 * router late; the next three need express-gateway's own users and certificates of clients, which
 * do not exist here; the last is only a part of the others.
 */
const refusedConditions = [
  ...['json-schema', 'authenticated', 'anonymous', 'tlsClientAuthenticated'],
  'base',
]

/**
 * Errors that express-gateway only logs, collected while it loads, so that they can stop the start.
 */
let loggedErrors: string[] | undefined

/** What express-gateway writes through winston goes to our log instead, one JSON line per event. */
const writeAs =
  (level: 'debug' | 'warn' | 'error') =>
  (...parts: unknown[]) => {
    const message = format(...parts)
    if (level === 'error' && loggedErrors) loggedErrors.push(message)
    else log[level]({ part: 'express-gateway' }, message)
  }
const debug = writeAs('debug')
const logger = {
  log: debug,
  silly: debug,
  debug,
  verbose: debug,
  info: debug,
  warn: writeAs('warn'),
  error: writeAs('error'),
}

const passBy = (_req: unknown, _res: unknown, next: () => void) => next()

/** Text without colours, for any chain of them: `chalk.default.red.bold(name)`. */
const plain: unknown = new Proxy(String, { get: () => plain })

/**
 * Modules of express-gateway that are replaced before it is loaded: [name as seen from
 * lib/index.js, exports].
 */
const replacements: [string, unknown][] = [
  // winston writes coloured text to stdout; 70 ms of start time
  ['./logger', new Proxy({}, { get: () => logger })],
  // its user store, with an emulated Redis: 600 ms of start time; none of our plugins uses it
  ['./services', {}],
  // fetches remote schemas of the condition json-schema, which is refused: 80 ms
  ['superagent', {}],
  ['chokidar', {}], // watches the files, which it never reads here
  // decorates every request for its own users, which do not exist here
  ['passport', { initialize: () => passBy }],
  // its id of each request; the original calls the deprecated Buffer()
  ['uuid62', { v4: randomUUID }],
  ['js-yaml', {}], // parses the files, which it never reads here: 20 ms
  ['chalk', plain], // colours for a log of its own: 10 ms
]

/** express-gateway with its configuration, and the errors of its own schemas in either document. */
export interface Host {
  config: HostConfig
  refusals: { gateway?: string; system?: string }
}

/** The versions of express-gateway, and of its Ajv, which validates parameters. */
export function readPackageVersions(): string[] {
  return [require, inside].map((from, i) => {
    const { version } = from(`${['express-gateway', 'ajv'][i]}/package.json`) as { version: string }
    return version
  })
}

/** Makes express-gateway get these exports when it requires a module. */
function replaceModule(name: string, exports: unknown): void {
  const filename = inside.resolve(name)
  const module = { id: filename, filename, loaded: true, exports, children: [], paths: [] }
  inside.cache[filename] = module as never
}

/**
 * Passes the resolved documents to express-gateway, which validates them by its own schemas but
 * reads no file itself.
 */
export function installHost({ gateway, system }: ConfigFiles): Host {
  for (const [name, exports] of replacements) replaceModule(name, exports)
  process.env.EG_DISABLE_CONFIG_WATCH = '1'
  const documents = { gateway: gateway.value, system: system.value }
  const refusals: Host['refusals'] = {}
  const { prototype } = inside('./config/config') as { prototype: HostConfigClass }
  const express = inside('express') as { Router(options?: object): ExpressRouter }
  const { Router } = express
  express.Router = (options) => lean(Router({ ...options, ...routerOptions }))
  prototype.loadModels = () => {} // schemas of its user store, which is not loaded
  prototype.loadConfig = function loadConfig(this: HostConfigClass, type: keyof typeof documents) {
    const { validator, configProperty } = this.configTypes[type]
    const document = structuredClone(documents[type]) // the host adds defaults to what it gets
    const { isValid, error } = validator(document)
    if (!isValid) refusals[type] = error
    this[configProperty] = document
  }
  return { config: inside('./config') as HostConfig, refusals }
}

/**
 * Loads one plugin, of whose module the manifest was made, by express-gateway's own loader.
 * @throws Error with the loader's reason, which it would only log.
 */
export function loadPlugin(
  { name, file, manifest }: { name: string; file: string; manifest: Manifest },
  config: HostConfig,
): LoadedPlugins {
  replaceModule(file, manifest)
  const { load } = inside('./plugins') as { load(options: { config: HostConfig }): LoadedPlugins }
  const { gatewayConfig, systemConfig } = config
  const plugins = { [name]: systemConfig.plugins?.[name] }
  return throwLogged(() =>
    load({ config: { gatewayConfig, systemConfig: { ...systemConfig, plugins } } }),
  )
}

/** Conditions that a step may name, by name, with the JSON Schema of their parameters. */
export function loadConditions(): Facts['conditions'] {
  const predefined = inside('./conditions/predefined') as { name: string; schema: object }[]
  const fit = predefined.filter(({ name }) => !refusedConditions.includes(name))
  return new Map(fit.map(({ name, schema }) => [name, schema]))
}

/**
 * Builds the pipelines. No port is opened: without `http` in the document, express-gateway has
 * none.
 * @param validate Validates the parameters of steps and fills in defaults.
 * @throws what a policy's `create` throws.
 */
export async function buildApp(
  plugins: LoadedPlugins,
  config: HostConfig,
  validate: Validate,
): Promise<App> {
  let app: App | undefined
  validateStepsBy(validate)
  const keep = (given: App) => {
    app = given
  }
  const run = inside('./gateway') as (options: {
    plugins: LoadedPlugins
    config: HostConfig
  }) => Promise<unknown>
  await run({ plugins: { ...plugins, gatewayRoutes: [keep, ...plugins.gatewayRoutes] }, config })
  if (!app) throw new Error('express-gateway built no application')
  lean(app._router)
  return app
}

interface HostSchemas {
  register(type: string, name: string, schema: object): (params: Mapping) => object
}

/** In place of its own Ajv, which would compile the schemas of the policies again: 200 ms. */
function validateStepsBy(validate: Validate): void {
  const schemas = inside('./schemas') as HostSchemas
  const { register } = schemas
  schemas.register = (type, name, schema) => {
    if (type !== 'policy') return register(type, name, schema)
    return (params) => {
      const { getCommonAuthCallback: _, ...own } = params // a function, which is no parameter
      const [mistake] = validate(schema, own, [])
      Object.assign(params, own) // with the defaults
      return { isValid: mistake === undefined, error: mistake?.message }
    }
  }
}

/**
 * Request and response classes that already have Express's prototypes: Express sets the prototype
 * of each request and response, which makes them slow objects unless there is nothing to change.
 * @param Base What responses are.
 */
export function expressClasses<Kind extends new (req: never) => ServerResponse>(
  app: App,
  Base: Kind,
) {
  class Request extends IncomingMessage {}
  const Response = class extends (Base as unknown as typeof ServerResponse) {} as unknown as Kind
  beneath(Request.prototype, IncomingMessage.prototype, app.request)
  beneath(Response.prototype, ServerResponse.prototype, app.response)
  app.request = Request.prototype
  app.response = Response.prototype
  return { Request, Response }
}

/**
 * Puts Express's prototype between a class and the one of Node that it is based on, or in place of
 * that of an earlier application.
 */
function beneath(prototype: object, ofNode: object, ofExpress: object): void {
  let last = prototype
  const isOfExpress = (next: object) => next === ofNode || Object.hasOwn(next, 'app')
  for (let next = last; !isOfExpress(next); next = Object.getPrototypeOf(next)) last = next
  Object.setPrototypeOf(last, ofExpress)
}

/**
 * Emits that the server is built, as a stock express-gateway does: policies that close behind the
 * router join now.
 */
export function announceServer(httpServer: object): void {
  const eventBus = inside('./eventBus') as { emit(event: string, payload: object): void }
  eventBus.emit('http-ready', { httpServer })
}

/** Runs a part of express-gateway and throws the errors that it only logged. */
function throwLogged<Result>(run: () => Result): Result {
  loggedErrors = []
  try {
    const result = run()
    if (loggedErrors.length > 0) throw new Error(loggedErrors.join('; '))
    return result
  } finally {
    loggedErrors = undefined
  }
}
