import type { Snapshot } from '../../kit/metrics/metrics.js'
import type { Dependencies } from '../admin/readiness.js'
import type { Reloads } from './reloads.js'

/** The inputs of the metrics of the gateway as a whole. */
interface Whole {
  /** A worker's dependencies; undefined when no worker answers. */
  dependencies: Dependencies | undefined
  loadedAt: Date | undefined
  reloads: Pick<Reloads, 'lastError'>
}

/** Metrics that are no sum over the workers. */
export function wholeMetrics({ dependencies = {}, loadedAt, reloads }: Whole): Snapshot {
  const gauge = (name: string, help: string, values: Snapshot[number]['values']) =>
    ({ name, help, type: 'gauge', aggregator: 'sum', values }) as const
  const up = Object.entries(dependencies).map(([dependency, isUp]) => ({
    value: Number(isUp),
    labels: { dependency },
  }))
  const alone = (value: number) => [{ value, labels: {} }]
  return [
    gauge(
      'directory_dependency_up',
      'Whether what the gateway leans on answers (1) or not (0): auth-service, engine, ' +
        'rate-limit-store.',
      up,
    ),
    gauge(
      'directory_config_last_reload_successful',
      'Whether the files that were read last are in force (1) or were refused (0).',
      alone(reloads.lastError ? 0 : 1),
    ),
    gauge(
      'directory_config_loaded_timestamp_seconds',
      'When the configuration in force was loaded, in seconds since 1970.',
      alone(loadedAt ? loadedAt.getTime() / 1000 : 0),
    ),
  ]
}
