import { isDay } from '../kit/api/dates.js'
import type { StatedSource } from './replace/load-record.js'

/** Options of the command line that say where the data comes from. */
export const sourceOptions = {
  source: { type: 'string' },
  'as-of': { type: 'string' },
  attribution: { type: 'string' },
  license: { type: 'string' },
} as const

/** Their values. @throws Error when one of them is unusable. */
export function statedSource(
  values: {
    [name in keyof typeof sourceOptions]?: string | undefined
  },
): StatedSource {
  const { source: name, 'as-of': asOf, attribution, license } = values
  if (asOf !== undefined && !isDay(asOf)) throw new Error('--as-of takes a day, YYYY-MM-DD')
  const stated = Object.entries({ name, asOf, attribution, license })
  return Object.fromEntries(stated.filter(([, value]) => value !== undefined))
}
