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
export const shippedFacts: Facts = { policies: shipped, conditions: new Map(), referred: [] }
