import { ApiError } from '../../kit/api/errors.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { canonicalNetwork, isNetwork, Networks } from '../../kit/http/networks.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'

interface Params {
  addresses: string[]
}

/** Refuses clients by their address, before anything else is done for them. */
const block = definePolicy<Params>({
  name: 'block',
  params: {
    addresses: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      refuses: 'FORBIDDEN',
      more: 'refuses',
      says: ['clients at {} are refused', 'clients at {} pass'],
      description:
        'Networks or addresses whose clients are refused, such as 203.0.113.0/24 or 2001:db8::/32.',
    },
  },
  required: ['addresses'],
  place: { before: ['caller'] },
  check: ({ addresses }) => addresses.flatMap(findMistakes),
  create({ addresses }) {
    const blocked = new Networks(addresses)
    return function block({ address }) {
      if (!blocked.has(address)) return undefined
      const details = { reason: 'address' }
      throw new ApiError('FORBIDDEN', 'Requests from this address are refused', { details })
    }
  },
})

function findMistakes(address: string, i: number): Diagnostic[] {
  if (isNetwork(address)) return []
  const path = ['addresses', i]
  const meant = canonicalNetwork(address)
  if (meant === undefined) {
    const message = 'this is neither an address nor a network'
    const remedy = 'write one such as 203.0.113.0/24 or 2001:db8::/32'
    return [{ path, rule: 'wrong-value', message, remedy }]
  }
  const message = 'this network has bits after its prefix'
  return [{ path, rule: 'wrong-value', message, remedy: `write "${meant}"` }]
}

export const { version, policies, schema, init } = definePlugin(block)
