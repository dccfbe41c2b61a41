import { commonCodes, majorGroups } from '../../fields/ntee-table.js'

/** An organization's field of work in words. */
export interface FieldOfWork {
  /** Title of the code; absent for an unknown code. */
  activity?: string
  /** Title of its major group; absent if the code does not begin with the letter of one. */
  activity_group?: string
}

/** Titles by the first three characters of the code. */
const titles = new Map(
  Object.entries(majorGroups).flatMap(([letter, { codes }]) =>
    [...entriesOf(commonCodes), ...entriesOf(codes)].map(
      ([end, title]) => [letter + end, title] as const,
    ),
  ),
)

/**
 * The meaning of a code of the National Taxonomy of Exempt Entities (NTEE). The characters after
 * the first three are the authority's own and add nothing about the work.
 */
export function fieldOfWork(code: string): FieldOfWork {
  const activity = titles.get(code.slice(0, 3))
  const letter = code.slice(0, 1)
  const group = Object.hasOwn(majorGroups, letter) ? majorGroups[letter]!.title : undefined
  return {
    ...(activity !== undefined && { activity }),
    ...(group !== undefined && { activity_group: group }),
  }
}

function entriesOf(codes: string): [end: string, title: string][] {
  return codes.split('|').map((entry) => {
    const [, end, title] = /^\s*(\w\w) (.*?)\s*$/s.exec(entry)!
    return [end!, title!]
  })
}
