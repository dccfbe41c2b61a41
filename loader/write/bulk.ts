import { documentText, type Organization } from '../record/format.js'
import type { WriteIndices } from './indices.js'
import { reasonOf } from './request.js'
import { isBusy, patiently } from './retry.js'
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

/** One line pair of a bulk request, and its result. */
interface Operation {
  candidate: Candidate
  index: string
  text: string
  status: number
  reason: string
}

/** Sends a prepared batch. @returns the rows that the engine refuses */
export type Send = () => Promise<RowRefusal[]>

/**
 * Prepares the requests for a batch of organizations; the returned function sends them, as
 * `loadBatch` does.
 */
export function readyBatch(
  target: LoadTarget,
  indices: WriteIndices,
  candidates: Candidate[],
): Send {
  const operations = candidates.flatMap((candidate) => operationsOf(candidate, indices))
  return () => sendAll(target, operations)
}

/**
 * Loads organizations into the three families. An organization that only some families refuse is
 * removed from all: it is never half loaded.
 * @throws Error when the engine stays overloaded or unavailable, or refuses all access.
 */
export function loadBatch(
  target: LoadTarget,
  indices: WriteIndices,
  candidates: Candidate[],
): Promise<RowRefusal[]> {
  return readyBatch(target, indices, candidates)()
}

async function sendAll(target: LoadTarget, operations: Operation[]): Promise<RowRefusal[]> {
  await runAll(target, operations)
  const refused = new Map<Candidate, string>()
  for (const { candidate, status, reason } of operations)
    if (status >= 300) refused.set(candidate, reason)
  const taken = operations.filter(({ candidate, status }) => status < 300 && refused.has(candidate))
  const halves = new Set(taken.map(({ candidate }) => candidate))
  await runAll(target, operations.filter(({ candidate }) => halves.has(candidate)).map(removalOf))
  const replacing = new Set(
    taken.filter(({ status }) => status === replacedStatus).map(({ candidate }) => candidate),
  )
  return Array.from(refused, ([candidate, reason]) => ({
    line: candidate.line,
    reason: replacing.has(candidate)
      ? `${reason}; the organization that had its id is removed too`
      : reason,
    ...(halves.has(candidate) && { removed: candidate.organization.id }),
  }))
}

/** Of an operation that has replaced a document; that of a new one is 201. */
const replacedStatus = 200

function operationsOf(candidate: Candidate, indices: WriteIndices): Operation[] {
  const { organization, written } = candidate
  return Array.from(indices, ([family, index]) => {
    const action = JSON.stringify({ index: { _index: index, _id: organization.id } })
    const text = `${action}\n${documentText(family, organization, written)}\n`
    return { candidate, index, text, status: 0, reason: '' }
  })
}

function removalOf({ candidate, index }: Operation): Operation {
  const text = `${JSON.stringify({ delete: { _index: index, _id: candidate.organization.id } })}\n`
  return { candidate, index, text, status: 0, reason: '' }
}

/** Repeats each operation until the engine has accepted or refused it. */
async function runAll(target: LoadTarget, operations: Operation[]): Promise<void> {
  let open = operations
  if (open.length === 0) return
  await patiently(async () => {
    await run(target, open)
    open = open.filter(({ status }) => isBusy(status))
    return open.length === 0 || undefined
  })
}

/** One bulk request. An overloaded engine leaves its operations as they were. */
async function run(target: LoadTarget, operations: Operation[]): Promise<void> {
  const answer = await target.send(
    'POST',
    '/_bulk?filter_path=items.*.status,items.*.error,error',
    operations.map(({ text }) => text).join(''),
  )
  if (isBusy(answer.status) || answer.status === 502 || answer.status === 504) return
  const items = (answer.body as { items?: Record<string, Item>[] } | undefined)?.items
  if (answer.status !== 200 || items?.length !== operations.length) {
    const reason = reasonOf((answer.body as { error?: unknown } | undefined)?.error)
    throw new Error(
      `the engine refuses a bulk request (${answer.status}${reason && `: ${reason}`})`,
    )
  }
  items.forEach((item, i) => {
    const [outcome] = Object.values(item)
    const operation = operations[i]!
    operation.status = outcome!.status
    operation.reason = outcome!.error ? `${outcome!.error.type}: ${reasonOf(outcome!.error)}` : ''
  })
  const barred = operations.find(({ status }) => status === 401 || status === 403)
  if (barred !== undefined)
    throw new Error(`the engine does not allow writes to ${barred.index}: ${barred.reason}`)
}

interface Item {
  status: number
  error?: { type: string; reason: string }
}
