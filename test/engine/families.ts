import type { Organization } from '../../directory/fields/organization.js'
import { families } from '../../directory/loader/record/format.js'
import { type Candidate, loadBatch } from '../../directory/loader/write/bulk.js'
import { prepareIndices, refreshIndices } from '../../directory/loader/write/indices.js'
import { type LoadTarget, openTarget } from '../../directory/loader/write/target.js'
import { madeUpOrganizations } from '../support/made-up.js'

/** Fills the three families as `npm run load` does, by default with the sample organizations. */
export async function fill(
  target: LoadTarget,
  organizations: Iterable<Organization> | AsyncIterable<Organization> = madeUpOrganizations(),
): Promise<void> {
  const indices = await prepareIndices(target, () => {})
  let batch: Candidate[] = []
  const send = async () => {
    const refused = await loadBatch(target, indices, batch)
    if (refused.length > 0)
      throw new Error(`the engine refused organizations: ${JSON.stringify(refused.slice(0, 3))}`)
    batch = []
  }
  for await (const organization of organizations) {
    if (batch.push({ line: batch.length + 1, organization }) === 500) await send()
  }
  await send()
  await refreshIndices(target, indices)
}

/** Fills a node that asks for no credential with the sample organizations. */
export async function fillNode(url: string): Promise<void> {
  const target = openTarget(url, {})
  await fill(target)
  await target.close()
}

/** Indices of the three families that the engine holds, closed and hidden ones too. */
export async function heldIndices(target: LoadTarget): Promise<string[]> {
  const patterns = families.map(({ alias }) => `${alias}*`).join(',')
  const { status, body } = await target.send(
    'GET',
    `/_cat/indices/${patterns}?format=json&h=index&expand_wildcards=all`,
  )
  if (status !== 200) throw new Error(`the engine does not tell its indices (${status})`)
  return (body as { index: string }[]).map(({ index }) => index)
}

/** Deletes the indices and the templates of the three families. */
export async function empty(target: LoadTarget): Promise<void> {
  for (const index of await heldIndices(target)) await target.send('DELETE', `/${index}`)
  for (const { alias } of families) await target.send('DELETE', `/_index_template/${alias}`)
}
