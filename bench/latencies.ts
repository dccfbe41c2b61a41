/** The value that a share (0 to 1) of the samples does not exceed; NaN when there are none. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/** Median and spread of milliseconds, for a line of output. */
export function spread(samplesMs: readonly number[]): string {
  const at = (share: number) => percentile(samplesMs, share).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)}, p99 ${at(0.99)}, max ${at(1)}`
}
