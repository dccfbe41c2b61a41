import type { Organization } from '../../../packages/client/src/types.js'

/** Words that bodies of one name differ in. */
const kinds = new Set(
  (
    'the inc incorporated corp corporation co company llc ltd foundation fdn fund trust tr ' +
    'association assn society auxiliary charitable group endowment'
  ).split(' '),
)

/** The words of a name that bodies of that name share: of `Newport Hospital Foundation, Inc.` two. */
export const toSharedName = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !kinds.has(word))
    .join(' ')

/** Whether two organizations have a name in common, but for words such as Foundation. */
export function areNamesakes(one: Organization, other: Organization): boolean {
  const [names, others] = [one, other].map(
    ({ name, alternate_names = [] }) => new Set([name, ...alternate_names].map(toSharedName)),
  )
  return [...names!].some((name) => name !== '' && others!.has(name))
}
