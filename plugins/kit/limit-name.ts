/** The parameters of a step that counts, as far as they name its limit. */
interface NamingParams {
  name?: string
  /** What is counted. */
  unit?: string
  /** By whom. */
  by?: string
}

/** The name of a limit, by which its steps share a counter. */
export function limitName({ name, unit = 'requests', by }: NamingParams): string {
  return name ?? `${unit}-per-${by}`
}
