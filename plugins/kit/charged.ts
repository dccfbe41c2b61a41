import type { IncomingMessage } from 'node:http'
import { chargeRequest } from '../../edge/admission.js'

/** What a request may take of the worker's CPU at a stretch, in milliseconds: few need a tenth. */
const freeMs = 20

/** Does work of a request without a pause; what is beyond the usual counts for its owner's turn. */
export function charged<Result>(req: IncomingMessage, work: () => Result): Result {
  const startedAt = performance.now()
  try {
    return work()
  } finally {
    const ms = performance.now() - startedAt - freeMs
    if (ms > 0) chargeRequest(req, ms)
  }
}
