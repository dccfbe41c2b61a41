import { readFileSync } from 'node:fs'
import { inProject } from './product-folder.js'

/** The version of the product. */
export const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as {
  version: string
}

/** Last day of each release line of Node, by nodejs/Release, schedule.json. */
const lastDays: Readonly<Record<string, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
  26: '2029-04-30',
}

/**
 * The warning for a Node whose release line has ended; undefined for another one.
 * @param version As `process.versions.node`. @param now Milliseconds since 1970.
 */
export function findEndedNode(
  version = process.versions.node,
  now = Date.now(),
): string | undefined {
  const [line = ''] = version.split('.')
  const lastDay = lastDays[line]
  if (lastDay === undefined || now < Date.parse(`${lastDay}T24:00:00Z`)) return undefined
  const [newer] = Object.entries(lastDays).find(([, day]) => now < Date.parse(day)) ?? []
  const remedy = newer === undefined ? 'a newer one' : `Node ${newer} or later`
  return `Node ${line} gets no security fixes since ${lastDay}: run ${remedy}`
}
