import { readFileSync } from 'node:fs'
import '../../../directory/plugins/organizations/index.js'
import * as discovery from '../../../directory/plugins/discovery/index.js'
import * as site from '../../../directory/plugins/site/index.js'
import * as sitemap from '../../../directory/plugins/sitemap/index.js'
import type { Facts, OurPolicy } from '../../../gateway/config/steps.js'
import * as authenticate from '../../../plugins/authenticate/index.js'
import * as authorize from '../../../plugins/authorize/index.js'
import * as block from '../../../plugins/block/index.js'
import * as describe from '../../../plugins/describe/index.js'
import * as envelope from '../../../plugins/envelope/index.js'
import * as explain from '../../../plugins/explain/index.js'
import * as exportRows from '../../../plugins/export/index.js'
import type { Manifest } from '../../../plugins/kit/plugin.js'
import * as mcp from '../../../plugins/mcp/index.js'
import * as openapi from '../../../plugins/openapi/index.js'
import * as pages from '../../../plugins/pages/index.js'
import * as search from '../../../plugins/search/index.js'
import * as searchRules from '../../../plugins/search-rules/index.js'
import * as searchTemplate from '../../../plugins/search-template/index.js'
import * as throttle from '../../../plugins/throttle/index.js'
import * as upstream from '../../../plugins/upstream/index.js'
import * as usage from '../../../plugins/usage/index.js'

/** The policy that a plugin of one policy registers. */
export const registered = (plugin: Manifest): OurPolicy => allRegistered(plugin)[0]!

function allRegistered(plugin: Manifest): OurPolicy[] {
  const policies: OurPolicy[] = []
  plugin.init({
    registerPolicy: (given) => {
      policies.push(given as OurPolicy)
    },
    registerGatewayRoute: () => {},
    eventBus: { once: () => {} },
    config: { gatewayConfig: {} },
    settings: {},
  })
  return policies
}

/** The shipped policies, as their plugins register them. */
export const shipped = new Map(
  [
    envelope,
    block,
    throttle,
    authenticate,
    authorize,
    searchRules,
    explain,
    searchTemplate,
    mcp,
    search,
    exportRows,
    sitemap,
    describe,
    usage,
    openapi,
    pages,
    site,
    discovery,
    upstream,
  ]
    .flatMap(allRegistered)
    .map((policy) => [policy.name, policy] as const),
)

/** What a host with the shipped plugins alone has loaded. Compiled schemas are kept with it. */
export const shippedFacts: Facts = { policies: shipped, conditions: new Map() }

/** The same, which take the files of search templates as they are: these are most of a check. */
export const factsWithoutTemplates: Facts = {
  policies: new Map([...shipped].map(([name, policy]) => [name, withoutTemplates(policy)])),
  conditions: new Map([['always', {}]]),
}

function withoutTemplates(policy: OurPolicy): OurPolicy {
  const readsTemplates = ['search-template', 'mcp', 'site', 'sitemap'].includes(policy.name)
  return readsTemplates ? { ...policy, check: () => [] } : policy
}

/** The shipped gateway.config.yml. */
export const shippedText = readFileSync('config/gateway.config.yml', 'utf8')

/** The shipped file with a few of its pipelines, which is checked in a fraction of the time. */
export const corePipelines = keepPipelines(shippedText, [
  ...['login', 'account', 'organizations', 'explain'],
])

function keepPipelines(text: string, names: readonly string[]): string {
  const sections = text.split(/^(?=\S)/m)
  const entries = (section: string) => section.split(/^(?= {2}[\w-]+:)/m)
  const nameOf = (entry: string) => /^ {2}([\w-]+):/.exec(entry)?.[1]
  const isKept = (kept: readonly string[]) => (entry: string) =>
    nameOf(entry) === undefined || kept.includes(nameOf(entry)!)
  const pipelines = entries(sections.find((section) => section.startsWith('pipelines:'))!)
    .filter(isKept(names))
    .join('')
  const endpoints = [...pipelines.matchAll(/apiEndpoints: \[(.*)\]/g)].flatMap(([, list]) =>
    list!.split(', '),
  )
  return sections
    .map((section) => {
      if (section.startsWith('pipelines:')) return pipelines
      if (!section.startsWith('apiEndpoints:')) return section
      return entries(section).filter(isKept(endpoints)).join('')
    })
    .join('')
}
