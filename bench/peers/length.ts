import { amount } from '../amount.js'
import type { Length } from './measure.js'

/** How much is measured in blocks. */
export const length: Length = {
  rounds: amount('BLOCKS', 15),
  requests: amount('REQUESTS', 300),
  connections: amount('CONNECTIONS', 16),
}

/** How long each round is of what is measured by time. */
export const seconds = amount('SECONDS', 2)
