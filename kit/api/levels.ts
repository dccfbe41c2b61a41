import type { IncomingHttpHeaders } from 'node:http'

/** What a record demands of every program that serves it. */
export interface Demand {
  /** Grows by one with each demand that an older program would not enforce, but let pass. */
  level: number
  /** The version that enforces it first. */
  since: string
  what: string
  isMadeBy(record: Readonly<Record<string, unknown>>): boolean
}

/**
 * All demands, the newest last. Records are stored with their level, so that a program that does
 * not know a demand still knows that there is one (docs/upgrading.md).
 */
export const demands: Demand[] = [
  {
    level: 1,
    since: '1.0.0',
    what: 'keys that are confined to addresses or origins',
    isMadeBy: ({ allow }) => allow !== undefined,
  },
]

/** The header by which a gateway tells the auth service its level. */
export const levelHeader = 'x-enforcement-level'

/** The highest level that this program enforces. */
export function ownLevel(): number {
  return demands.at(-1)!.level
}

/** The record, with the least level that can enforce it; without one where any program can. */
export function withLevel<R extends { level?: number }>(record: R): R {
  const { level: _, ...rest } = record
  const level = Math.max(
    0,
    ...demands.filter(({ isMadeBy }) => isMadeBy(rest)).map((demand) => demand.level),
  )
  return { ...rest, ...(level > 0 && { level }) } as R
}

/** The level of a gateway; 0 of one that tells none. */
export function readLevel({ [levelHeader]: told }: IncomingHttpHeaders): number {
  return /^\d{1,4}$/.test(String(told)) ? Number(told) : 0
}
