/** One value of a page /metrics. */
export interface MetricSample {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** The values of a page in Prometheus' text format. */
export function samplesOf(text: string): MetricSample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name, labels = '', value]) => ({
    name: name!,
    labels: Object.fromEntries(
      [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!]),
    ),
    value: Number(value!.replace('Inf', 'Infinity')),
  }))
}

/** The sum of a metric over all its values that have these labels. */
export function sumOf(text: string, name: string, labels: MetricSample['labels'] = {}): number {
  return samplesOf(text)
    .filter(
      (sample) =>
        sample.name === name &&
        Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    )
    .reduce((sum, { value }) => sum + value, 0)
}
