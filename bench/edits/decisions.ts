import { findContext } from '../../plugins/kit/context.js'
import { exchange, incoming } from '../../trial/exchange.js'
import { carrying, type TrialGateway } from '../../trial/gateway.js'
import { type Asked, callers } from './requests.js'

/**
 * What a configuration decides about requests that come one after the other within a moment: of each
 * `passes`, or the code that it is refused with. Limits count on from request to request.
 */
export async function decisionsOf(gateway: TrialGateway, requests: readonly Asked[]) {
  const credentials = await Promise.all(
    callers.map((one) => gateway.callers.credentialOf(one ?? {})),
  )
  const clock = performance.now
  const now = clock.call(performance)
  const decisions: string[] = []
  performance.now = () => now // else a busy machine would end windows
  for (const { caller, ...request } of requests) {
    const credential = credentials[caller]
    const sent = credential ? carrying(request, credential, callers[caller]!) : request
    const req = incoming(sent)
    const { status } = await exchange(gateway.loaded.app, req)
    decisions.push(findContext(req)?.code ?? (status < 400 ? 'passes' : String(status)))
  }
  performance.now = clock
  return decisions
}
