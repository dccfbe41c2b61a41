import {
  ConfigurationError,
  type Diagnostic,
  isError,
  type Path,
  type PlacedDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import type { Mapping } from '../../kit/config/yaml/mapping.js'
import type { SettingOf, Source } from '../../kit/config/yaml/source.js'
import { checkedDocuments } from '../../plugins/kit/gateway-view.js'
import type { Middleware } from '../../plugins/kit/plugin.js'
import type { Backends } from '../../plugins/kit/policy.js'
import { parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import { type ConfigFiles, readConfig } from '../config/config.js'
import { checkGateway, recheckGateway } from '../config/pipelines.js'
import { pluginsDir } from '../config/plugin-code.js'
import { type Facts, parameterValidator } from '../config/steps.js'
import { type App, buildApp, type HostPolicy, installHost } from './express-gateway.js'
import { loadPlugins, toFacts } from './plugins.js'
import { digestCheck, type Verdict } from './verdict.js'

/** A validated configuration, and the application that runs it. */
export interface Loaded {
  app: App
  config: ConfigFiles
  /** What the YAML was checked against. */
  facts: Facts
  /** With the choices that the operator should review. */
  verdict: Verdict
  /** What the steps need of other services, each as it was set up. */
  backends: readonly Backends[]
  /** Compares the steps with their engines. */
  advice: Advice
}

/** What a trial of a configuration adds to a start. */
export interface Trial {
  /** Replaces addresses in the checked document, as its steps will get it. */
  prepare(gateway: Mapping): Promise<void>
  /** Observes a step. @returns its middleware, or one around it. */
  around(step: WrittenStep, middleware: Middleware): Middleware
}

/**
 * The whole start except the ports: reads the configuration, loads the plugins, checks, builds the
 * pipelines. Once per process, as express-gateway's registries are process-wide.
 * @param known That a configuration was checked: if it is this one, that is not repeated.
 * @throws ConfigurationError with everything that was found; nothing has been opened then.
 */
export async function loadGateway(
  configDir: string,
  settingOf: SettingOf,
  known?: Verdict | 'checked',
  trial?: Trial,
): Promise<Loaded> {
  const config = readConfig(configDir, (name, fallback) =>
    name === 'PLUGINS' ? pluginsDir : settingOf(name, fallback),
  )
  const { gateway, system } = config
  const host = installHost(config)
  if (host.refusals.system !== undefined) throw refusedByHost(system, host.refusals.system)
  const plugins = await loadPlugins(system, host.config)
  const facts = toFacts(plugins)
  const verdict = check(configDir, config, facts, known)
  if (host.refusals.gateway !== undefined) throw refusedByHost(gateway, host.refusals.gateway)
  checkedDocuments.add(host.config.gatewayConfig)
  const steps: SetUpStep[] = []
  for (const policy of plugins.policies) trackSetUp(policy, config, steps, trial)
  await trial?.prepare(host.config.gatewayConfig)
  const app = await buildApp(plugins, host.config, parameterValidator(facts))
  const backends = steps.map(({ backend }) => backend)
  return { app, config, facts, verdict, backends, advice: makeAdvice(steps, gateway) }
}

/** @throws ConfigurationError with everything that was found. */
function check(
  configDir: string,
  config: ConfigFiles,
  facts: Facts,
  known: Verdict | 'checked' | undefined,
): Verdict {
  const checkedAt = new Date().toISOString()
  if (known === 'checked') return { checkedAt, warnings: [] }
  const { value, placeAll } = config.gateway
  const digest = digestCheck(configDir, config, facts)
  const isSame = digest !== undefined && digest === known?.digest
  if (isSame && recheckGateway(value, facts).length === 0) return known
  const found = placeAll(checkGateway(value, facts))
  if (found.some(isError)) throw new ConfigurationError(found)
  return { ...(digest !== undefined && { digest }), checkedAt, warnings: found }
}

function refusedByHost(source: Source, remedy: string): ConfigurationError {
  const message = 'express-gateway rejects this file'
  return new ConfigurationError([
    source.place({ path: [], rule: 'refused-by-host', message, remedy }),
  ])
}

/**
 * Tracks the set-up of a policy's steps: an error gets the step's location in the YAML, a success
 * the step's dependencies, and a check for what does not fit them.
 */
function trackSetUp(
  policy: HostPolicy,
  { gateway }: ConfigFiles,
  setUp: SetUpStep[],
  trial: Trial | undefined,
): void {
  // express-gateway creates the steps in document order
  const steps = parsePipelines(gateway.value)
    .flatMap((pipeline) => pipeline.steps)
    .filter((step) => step.policy === policy.name)
    .values()
  const make = policy.policy
  policy.policy = (...args) => {
    const written = steps.next().value as WrittenStep
    const { path } = written
    try {
      const step = make(...args)
      setUp.push({ path: [...path, 'action'], backend: policy.backendsOf?.(args[0]) ?? {} })
      const caught = catchRejections(step)
      return trial?.around(written, caught) ?? caught
    } catch (error) {
      const { message } = error as Error
      throw new ConfigurationError([
        gateway.place({
          path,
          rule: 'set-up-failed',
          message: `"${policy.name}" cannot be set up`,
          remedy: message,
        }),
      ])
    }
  }
}

/** A step that was set up, with the place of its parameters in the document. */
interface SetUpStep {
  path: Path
  backend: Backends
}

/** What in the YAML does not fit the engine. @throws Error when an engine does not answer. */
export type Advice = () => Promise<PlacedDiagnostic[]>

/** Asks the steps one by one what they miss. */
function makeAdvice(steps: readonly SetUpStep[], { placeAll }: Source): Advice {
  const askStep = async (step: SetUpStep) => inDocument(step, (await step.backend.advice?.()) ?? [])
  return async () => placeAll((await Promise.all(steps.map(askStep))).flat())
}

const inDocument = ({ path }: SetUpStep, found: readonly Diagnostic[]): Diagnostic[] =>
  found.map((one) => ({ ...one, path: [...path, ...one.path] }))

/**
 * A middleware whose rejected promise is the error of its request. Express 4 ignores promises: the
 * request would hang, and the unhandled rejection end the process.
 */
function catchRejections(middleware: Middleware): Middleware {
  return function catching(req, res, next) {
    const done: unknown = middleware(req, res, next)
    if (done instanceof Promise)
      done.catch((error) => next(error ?? new Error('a step failed without a reason')))
  }
}
