import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkGateway } from '../../../gateway/config/pipelines.js'
import type { RegisteredPolicy } from '../../../gateway/config/steps.js'
import { setting } from '../../../kit/config/settings.js'
import type { Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource } from '../../../kit/config/yaml/source.js'
import type { Manifest } from '../../../plugins/kit/plugin.js'
import type { ParamSchema } from '../../../plugins/kit/policy.js'
import { parsePipelines } from '../../../routes/pipelines.js'

const root = join(__dirname, '../../..')
const text = readFileSync(join(root, 'config/gateway.config.yml'), 'utf8')

/**
 * What is commented out: a parameter below the others of its step, `# name: value`, or a whole
 * step, `# - policy:`.
 */
const commentedOut = /^( {6}| {14})# (?=- [a-z-]+:$| {4}- action: |[A-Za-z]+: )/gm

/**
 * The auth service is known by its address, and pages are on or off; any long text does for the
 * others that must be set.
 */
const settingOf = (name: string) => {
  if (name === 'AUTH_SERVICE_URL' || name === 'PUBLIC_PAGES') return setting(name)
  return /^ELASTICSEARCH_(?!URL)/.test(name) ? undefined : 'http://127.0.0.1/of/anything/else'
}

/** The file with every such line in force. */
const { value, mistakes } = parseSource(
  'gateway.config.yml',
  text.replaceAll(commentedOut, '$1'),
  settingOf,
)
const config = value as Mapping
const steps = parsePipelines(config).flatMap((pipeline) => pipeline.steps)

/** Every policy of ours as it registers itself. */
const policies = new Map<string, RegisteredPolicy>()
for (const folder of readdirSync(join(root, 'plugins')).filter((name) => name !== 'kit')) {
  const plugin: Manifest = require(join(root, 'plugins', folder, 'index.ts'))
  plugin.init({
    registerPolicy: (policy) =>
      policies.set((policy as RegisteredPolicy).name, policy as RegisteredPolicy),
    registerGatewayRoute: () => {},
    eventBus: { once: () => {} },
    config: { gatewayConfig: {} },
    settings: {},
  })
}

const parameters = [...policies].flatMap(([policy, { schema }]) => {
  const { getCommonAuthCallback: _, ...own } = (
    schema as { properties: Record<string, ParamSchema> }
  ).properties
  return Object.entries(own)
    .filter(([, { deprecated }]) => !deprecated) // a former name is in configurations of then
    .map(([name, parameter]) => [policy, name, parameter] as const)
})

/** Parameters of which a step has one of two. */
const either: Readonly<Record<string, string>> = { window: 'windowSeconds' }

test.each(parameters)(
  '%s: %s stands in the shipped YAML, with its default',
  (policy, name, { default: given }) => {
    const values = steps
      .filter((step) => step.policy === policy)
      .map(({ params }) => params[name] ?? params[either[name] ?? name])
      .filter((value) => value !== undefined)
    expect(values).not.toEqual([])
    if (given === undefined || new RegExp(`^ +${name}: .*\\bdefault ${given}\\b`, 'm').test(text))
      return
    expect(values).toContainEqual(given)
  },
)

test('what is commented out is right when it is put in force', () => {
  expect(text.match(commentedOut)!.length).toBeGreaterThan(5)
  const found =
    mistakes.length > 0
      ? mistakes
      : checkGateway(config, { policies, conditions: new Map(), referred: [] })
  expect(found).toEqual([])
})
