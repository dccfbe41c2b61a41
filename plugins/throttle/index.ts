import type { ServerResponse } from 'node:http'
import { countedAddress } from '../../kit/address.js'
import { ApiError } from '../../kit/errors.js'
import { makeWindows } from '../../kit/windows.js'
import type { Caller, RequestContext } from '../kit/context.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'

interface Params {
  by: 'address' | 'owner'
  limit: number
  windowSeconds: number
}

/** Keys that one use of the policy counts at most: about 20 MB. */
const maxKeys = 100_000

/** Lets an address, or the owner of a credential, make so many requests in a time. Each use in the YAML counts for itself. */
const throttle = definePolicy<Params, 'caller'>({
  name: 'throttle',
  params: {
    by: {
      description: 'What is counted: the client address (IPv6 by /64), or the user whose credential it is.',
      type: 'string',
      enum: ['address', 'owner'],
    },
    limit: { description: 'Requests in a window.', type: 'integer', minimum: 1 },
    windowSeconds: { description: 'Length of a window, in seconds.', type: 'integer', minimum: 1, maximum: 86400 },
  },
  required: ['by', 'limit', 'windowSeconds'],
  place: ({ by }) =>
    // addresses before credentials are judged; owners before the body is read
    by === 'address' ? { before: ['caller'] } : { needs: ['caller'], after: ['authorized'], before: ['search'] },
  conditional: true,
  create({ by, limit, windowSeconds }) {
    const count = makeWindows(windowSeconds * 1000, maxKeys)
    const keyOf = by === 'owner' ? ownerOf : addressOf
    const policy = `${limit};w=${windowSeconds}`
    return function throttle(context, _req, res) {
      const now = performance.now()
      const { used, endsAt } = count(keyOf(context), now)
      const resetSeconds = Math.ceil((endsAt - now) / 1000)
      tellLimit(res, { policy, limit, remaining: Math.max(0, limit - used), resetSeconds })
      if (used <= limit) return undefined
      throw new ApiError('RATE_LIMITED', `No more than ${limit} requests in ${windowSeconds} seconds`, {
        headers: { 'Retry-After': String(resetSeconds) },
      })
    }
  },
})

function addressOf({ address }: RequestContext): string {
  return countedAddress(address)
}

function ownerOf({ caller }: { caller: Caller }): string {
  return caller.ownerId
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers-06. Of several limits on a path, the one that is used up
 * first is told; RateLimit-Policy lists them all.
 */
function tellLimit(
  res: ServerResponse,
  {
    policy,
    limit,
    remaining,
    resetSeconds,
  }: { policy: string; limit: number; remaining: number; resetSeconds: number },
): void {
  const earlier = res.getHeader('RateLimit-Policy')
  res.setHeader('RateLimit-Policy', earlier === undefined ? policy : `${earlier}, ${policy}`)
  if (earlier !== undefined && Number(res.getHeader('RateLimit-Remaining')) < remaining) return
  res.setHeader('RateLimit-Limit', limit)
  res.setHeader('RateLimit-Remaining', remaining)
  res.setHeader('RateLimit-Reset', resetSeconds)
}

export const { version, policies, schema, init } = definePlugin(throttle)
