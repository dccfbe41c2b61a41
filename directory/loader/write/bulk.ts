import { errors, isBusy } from '../../../kit/elasticsearch/client.js'
import type { Organization } from '../../fields/organization.js'
import { documentText, type Family } from '../record/format.js'
import type { WriteIndices } from './indices.js'
import { Interrupted } from './interrupted.js'
import { reasonOf, refusal } from './request.js'
import type { LoadTarget } from './target.js'

/** An organization to be loaded, with its line in the file. */
export interface Candidate {
  line: number
  organization: Organization
  /** JSON of its fields as they were written, if it comes from JSON. */
  written?: ReadonlyMap<string, string>
}

/** A row that the engine refuses. */
export interface RowRefusal {
  line: number
  reason: string
  /** Its id, if some of the families had accepted it, so that it is removed from all. */
  removed?: string
}

/** Sends a prepared batch. @returns the rows that the engine refuses */
export type Send = () => Promise<RowRefusal[]>

/** Bytes of one bulk request, about: some 500 organizations. */
const flushBytes = 1_000_000

/** How often, and how many milliseconds later, documents are sent again that got a 429. */
const [retries, wait] = [120, 1000]

/** A document of a family. */
interface Operation {
  candidate: Candidate
  family: Family
  index: string
}

/** An organization that some indices refuse. */
interface Refused {
  reason: string
  indices: Set<string>
}

/**
 * Loads organizations with distinct ids into the three families. An organization that only some
 * families refuse is removed from all: it is never half loaded.
 * @throws Error when the engine refuses all access, Interrupted when it stays overloaded or
 * unavailable.
 */
export async function loadBatch(
  target: LoadTarget,
  indices: WriteIndices,
  candidates: readonly Candidate[],
): Promise<RowRefusal[]> {
  const refused = new Map<string, Refused>()
  await write(target, operationsOf(candidates, indices), 'index', (id, index, reason) => {
    const others = refused.get(id)?.indices ?? []
    refused.set(id, { reason, indices: new Set([...others, index]) })
  })
  const isHalf = (id: string) => (refused.get(id)?.indices.size ?? indices.size) < indices.size
  const halves = candidates.filter(({ organization }) => isHalf(organization.id))
  const isAbsent = await removeAll(target, operationsOf(halves, indices))
  return candidates.flatMap(({ line, organization: { id } }) => {
    const found = refused.get(id)
    if (!found) return []
    const { reason, indices } = found
    if (!isHalf(id)) return [{ line, reason }]
    // what an index that refused it held was another organization
    const isLost = [...indices].some((index) => !isAbsent(id, index))
    const loss = isLost ? '; the organization that had its id is removed too' : ''
    return [{ line, reason: reason + loss, removed: id }]
  })
}

function operationsOf(candidates: readonly Candidate[], indices: WriteIndices): Operation[] {
  return candidates.flatMap((candidate) =>
    Array.from(indices, ([family, index]) => ({ candidate, family, index })),
  )
}

/** Removes documents. @returns whether one was missing */
async function removeAll(
  target: LoadTarget,
  operations: Operation[],
): Promise<(id: string, index: string) => boolean> {
  const absent = new Set<string>()
  await write(target, operations, 'delete', (id, index, reason) => {
    if (reason !== '') throw new Error(`the engine refuses to remove ${id}: ${reason}`)
    absent.add(`${index} ${id}`)
  })
  return (id, index) => absent.has(`${index} ${id}`)
}

/**
 * Sends operations until the engine has accepted or refused each of them.
 * @param refuse Receives each refusal. @throws Error as `loadBatch`.
 */
async function write(
  target: LoadTarget,
  operations: Operation[],
  action: 'index' | 'delete',
  refuse: (id: string, index: string, reason: string) => void,
): Promise<void> {
  let failure: Error | undefined
  const sending = target.patient.helpers.bulk<Operation>({
    ...{ concurrency: target.parallel, flushBytes, retries, wait },
    filter_path: 'errors,error,items.*.status,items.*.error',
    datasource: operations,
    onDocument({ candidate: { organization, written }, family, index }) {
      const place = { _index: index, _id: organization.id }
      if (action === 'delete') return { delete: place }
      return [{ index: place }, documentText(family, organization, written)]
    },
    onDrop({ status, error, operation }) {
      const { _id: id, _index: index } = placeIn(operation)
      const reason = error ? `${error.type}: ${reasonOf(error)}` : ''
      if (status === 429) failure = new Interrupted('the engine stays overloaded')
      else if (status === 401 || status === 403)
        failure = new Error(`the engine does not allow writes to ${index}: ${reason}`)
      else refuse(id, index, reason)
      if (failure) sending.abort()
    },
  })
  if (action === 'index') target.countAccepted = () => sending.stats.successful
  const { total } = await sending
    .catch((error: unknown) => {
      throw failureOf(target, error)
    })
    .finally(() => {
      target.countAccepted = () => 0
    })
  if (failure) throw failure
  if (total !== operations.length)
    throw new Error(`the engine has answered ${total} of ${operations.length} operations`)
}

function placeIn(operation: object): { _id: string; _index: string } {
  const [place] = Object.values(operation)
  return place
}

function failureOf(target: LoadTarget, error: unknown): Error {
  if (!(error instanceof errors.ResponseError)) return target.faultOf(error)
  const { statusCode: status = 0, body } = error
  return isBusy(status)
    ? new Interrupted('the engine stays overloaded')
    : refusal('/_bulk', { status, body })
}
