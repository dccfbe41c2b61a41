/** A finding of Ajv, with the parts that a hint is made of. */
export interface Misfit {
  keyword: string
  /** The value of the keyword. */
  schema: unknown
  /** The value as written. */
  data?: unknown
  parentSchema: { type?: unknown; minimum?: number; maximum?: number; exclusiveMinimum?: number }
}

/** Factors of units, by what a parameter counts. */
const units: readonly { counts: RegExp; factors: Readonly<Record<string, number>> }[] = [
  { counts: /ms$/i, factors: { ms: 1, s: 1000, sec: 1000, m: 60_000, min: 60_000, h: 3_600_000 } },
  { counts: /seconds$/i, factors: { ms: 0.001, s: 1, sec: 1, m: 60, min: 60, h: 3600, d: 86_400 } },
  {
    counts: /bytes$/i,
    factors: {
      b: 1,
      k: 1024,
      kb: 1024,
      kib: 1024,
      m: 1_048_576,
      mb: 1_048_576,
      mib: 1_048_576,
      g: 1_073_741_824,
    },
  },
]

/** What to write in place of an invalid value, in a few words; empty when there is no hint. */
export function writeInstead(
  name: string,
  { keyword, schema, data, parentSchema }: Misfit,
): string {
  const { minimum, maximum, exclusiveMinimum } = parentSchema
  const types = [parentSchema.type].flat()
  if (['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].includes(keyword)) {
    const least =
      minimum ?? (exclusiveMinimum === undefined ? undefined : `more than ${exclusiveMinimum}`)
    if (least !== undefined && maximum !== undefined) return `write ${least} to ${maximum}`
    return least === undefined
      ? `write at most ${maximum}`
      : `write ${least} or more`.replace(/^(write more.*) or more$/, '$1')
  }
  if (keyword !== 'type') return ''
  if (types.includes('integer') || types.includes('number')) {
    const meant = intendedNumber(name, data)
    return meant === undefined ? 'write digits alone, without a unit' : `write ${meant}`
  }
  if (types.includes('boolean')) {
    const word = String(data).toLowerCase()
    if (['yes', 'on', '1'].includes(word)) return 'write true'
    return ['no', 'off', '0'].includes(word) ? 'write false' : 'write true or false'
  }
  if (types.includes('array')) return 'write a list: [ … ]'
  if (types.includes('object')) return 'write a mapping: { name: value }'
  return typeof schema === 'string' ? `write a ${schema}` : ''
}

/** `10s` of a parameter that counts milliseconds is 10000; `60_000` is 60000. */
function intendedNumber(name: string, data: unknown): number | undefined {
  const [, digits, unit = ''] =
    /^\s*(\d[\d_]*(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(typeof data === 'string' ? data : '') ?? []
  if (digits === undefined) return undefined
  const count = Number(digits.replaceAll('_', ''))
  if (unit === '') return count
  const factor = units.find(({ counts }) => counts.test(name))?.factors[unit.toLowerCase()]
  return factor === undefined ? undefined : count * factor
}
