import { illegalArgument } from '../errors.js'
import type { Value } from '../types.js'
import type { Aggregation, Context, Outcome } from './aggregation.js'
import { anyKind, fieldOf } from './fields.js'
import { fieldShape, integer, readParameters, text } from './params.js'

/** `value_count`: how many values there are. */
export function buildValueCount(body: unknown, context: Context): Aggregation<number> {
  const field = fieldOf(
    'value_count',
    readParameters('value_count', body, { ...fieldShape, format: text }),
    anyKind,
    context,
  )
  return {
    collect(view, docs) {
      let count = 0
      for (const doc of docs) count += field.values(view, doc).length
      return count
    },
    reduce: (parts) => countOutcome(parts.reduce((sum, count) => sum + count, 0)),
  }
}

/**
 * `cardinality`: how many different values there are. It is exact whatever `precision_threshold`
 * says, where Elasticsearch estimates from about 3,000 values on.
 */
export function buildCardinality(body: unknown, context: Context): Aggregation<Set<unknown>> {
  const shape = {
    ...fieldShape,
    precision_threshold: integer(0),
    execution_hint: text,
    rehash: text,
  }
  const params = readParameters('cardinality', body, shape)
  if (
    params.execution_hint !== undefined &&
    !executionHints.includes(params.execution_hint.toLowerCase())
  ) {
    throw illegalArgument('Invalid execution mode for cardinality aggregation.')
  }
  const field = fieldOf('cardinality', params, anyKind, context)
  return {
    collect(view, docs) {
      const found = new Set<unknown>()
      for (const doc of docs)
        for (const value of field.values(view, doc)) found.add(identity(value))
      return found
    },
    reduce: (parts) => countOutcome(new Set(parts.flatMap((part) => [...part])).size),
  }
}

/** How Elasticsearch may go about it; the result is the same. */
const executionHints = [
  'global_ordinals',
  'segment_ordinals',
  'direct',
  'save_memory_heuristic',
  'save_time_heuristic',
]

const identity = (value: Value) => (typeof value === 'object' ? `${value.lat},${value.lon}` : value)

function countOutcome(value: number): Outcome {
  return {
    json: { value },
    number: (property = 'value') => (property === 'value' ? value : undefined),
  }
}
