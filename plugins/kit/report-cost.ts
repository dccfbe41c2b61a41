import type { ServerResponse } from 'node:http'
import { histogram } from '../../kit/metrics/prometheus.js'
import type { SearchRequest } from './context.js'

const observe = histogram(
  {
    name: 'directory_query_cost',
    help: 'Cost of the accepted searches.',
  },
  [0.3, 1, 3, 10, 30, 100, 300, 1000, 3000],
)

/** Adds the cost of a search to the answer and to the metrics. */
export function reportCost(res: ServerResponse, { cost: { total } }: SearchRequest): void {
  observe(total)
  res.setHeader('X-Query-Cost', total)
}
