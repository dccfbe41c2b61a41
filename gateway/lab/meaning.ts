import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource } from '../../kit/config/yaml/source.js'
import { serviceUrls } from '../../plugins/kit/gateway-view.js'
import { parsePipelines, type WrittenStep } from '../../routes/pipelines.js'
import { type DeclaredRoute, isServed, methods, parseRoutes } from '../../routes/routes.js'
import type { ConfigFiles } from '../config/config.js'
import type { Facts } from '../config/steps.js'
import { effectiveParams } from '../config/steps.js'
import type { Tls } from '../config/tls.js'
import { listPlaces, makePlaceFinder, type PlaceAt, type Placed } from '../lab/places.js'
import { type FactTree, readFacts } from './facts.js'
import { digest, type Seal, sealer } from './seal.js'

/**
 * What a configuration means, as JSON: variables replaced, defaults filled in, aliases followed, and
 * digests in place of secrets.
 */
export interface Meaning {
  /** In the order in which they are tried. */
  routes: MeantRoute[]
  /** By name. */
  pipelines: Record<string, MeantStep[]>
  /** `serviceEndpoints`: name → its addresses. */
  services: Record<string, Placed>
  /** Settings of plugins, and a digest of the code of those that are not the product's. */
  plugins: Record<string, Placed>
  /** Digests of search templates and their words by their paths, and of certificate and key. */
  files: Record<string, string>
  /** The facts of the parameters of policies that it uses. */
  facts: Record<string, FactTree>
  /** auth-service.config.yml, where it is compared too. */
  auth?: Placed & { facts: FactTree }
}

/** One method on one path. */
export interface MeantRoute {
  host: string
  method: string
  path: string
  /** Absent: it is switched off. */
  pipeline?: string
  place?: string | undefined
}

/** A step with its parameters as it gets them. */
export interface MeantStep extends Placed {
  policy: string
  /** Of several steps of the policy; else empty. */
  name: string
  condition?: unknown
}

/** What a meaning needs besides the files. */
interface Contents {
  /** Values that are not to be revealed. */
  secrets: Iterable<string>
  tls?: Tls | undefined
}

/** What a valid configuration means. */
export function readMeaning(
  config: ConfigFiles,
  facts: Facts,
  { secrets, tls }: Contents,
): Meaning {
  const { gateway, system, templates, code } = config
  const sealed = sealer(secrets)
  const [at, atSystem] = [makePlaceFinder(gateway), makePlaceFinder(system)]
  const step = (written: WrittenStep) => toMeantStep(written, gateway.value, facts, sealed, at)
  const services = mapValues(gateway.value.serviceEndpoints ?? {}, (service, name) => ({
    value: sealed({ urls: serviceUrls(service as object) }),
    places: listPlaces(service, ['serviceEndpoints', name], at),
  }))
  const plugins = mapValues(system.value.plugins ?? {}, (settings, name) => ({
    value: sealed({
      ...(settings as object),
      ...(code[name] && { code: digest(String(Object.values(code[name]))) }),
    }),
    places: listPlaces(settings, ['plugins', name], atSystem),
  }))
  const pipelines = parsePipelines(gateway.value)
  const policies = new Set(pipelines.flatMap(({ steps }) => steps.map(({ policy }) => policy)))
  return {
    routes: parseRoutes(gateway.value).flatMap((route) => toMeantRoutes(route, at)),
    pipelines: Object.fromEntries(pipelines.map(({ name, steps }) => [name, steps.map(step)])),
    ...{ services, plugins },
    files: {
      ...mapValues(templates, (text) => digest(contentOf(text as string))),
      ...(tls && { TLS_CERT: digest(tls.cert), TLS_KEY: digest(tls.key) }),
    },
    facts: Object.fromEntries(
      [...policies].map((name) => [name, readFacts(facts.policies.get(name)?.schema)]),
    ),
  }
}

function toMeantStep(
  written: WrittenStep,
  gateway: Mapping,
  facts: Facts,
  sealed: Seal,
  at: PlaceAt,
): MeantStep {
  const { policy, params, path, value } = written
  const names = (facts.policies.get(policy)?.atTop ?? []).filter((name) => gateway[name])
  const top = Object.fromEntries(names.map((name) => [name, gateway[name]]))
  const condition = isMapping(value) ? value.condition : undefined
  return {
    policy,
    name: facts.policies.get(policy)?.nameOf?.(params) ?? '',
    value: sealed({ ...top, ...effectiveParams(written, facts) }),
    places: {
      ...listPlaces(top, [], at),
      ...listPlaces(params, [...path, 'action'], at),
      '': at(path)!,
    },
    ...(condition !== undefined && { condition }),
  }
}

/** A route for each method. */
function toMeantRoutes(route: DeclaredRoute, at: PlaceAt): MeantRoute[] {
  const { host, method, path } = route
  const place = at(route.at)
  return (method === undefined ? methods : [method]).map((one) => ({
    ...{ host, method: one, path },
    ...(isServed(route) && { pipeline: route.pipeline.name }),
    ...(place !== undefined && { place }),
  }))
}

/** The content of a YAML text, as JSON: without comments and forms of writing. */
function contentOf(text: string): string {
  const { value } = parseSource('', text, (name) => `\${${name}}`)
  return JSON.stringify(value) ?? text
}

/** The same object with other values. */
export function mapValues<Made>(
  values: object,
  make: (value: unknown, name: string) => Made,
): Record<string, Made> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, make(value, name)]),
  )
}
