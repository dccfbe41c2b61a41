import type { ServerResponse } from 'node:http'
import { histogram } from '../../../kit/metrics/prometheus.js'
import type { SearchRequest } from '../../kit/context.js'

const observe = histogram(
  {
    name: 'directory_query_cost_passes',
    help: 'Price of the searches that passed the rules, in passes over the addressed documents.',
  },
  [0.3, 1, 3, 10, 30, 100, 300, 1000, 3000],
)

/** Adds the price of a search to the answer and to the metrics. */
export function reportCost(res: ServerResponse, { cost: { passes } }: SearchRequest): void {
  observe(passes)
  res.setHeader('X-Query-Cost', passes)
}
