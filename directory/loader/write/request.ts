import { isBusy } from '../../../kit/elasticsearch/client.js'
import { Interrupted } from './interrupted.js'
import type { EngineResponse, LoadTarget } from './target.js'

/**
 * Sends the engine a request that must succeed. @returns the body of its answer @throws Error with
 * its reason when it refuses, Interrupted when it is overloaded or unavailable
 */
export async function request(
  target: LoadTarget,
  ...[method, path, body]: RequestArguments
): Promise<unknown> {
  return succeeded(path, await target.send(method, path, body))
}

function succeeded(path: string, answer: EngineResponse): unknown {
  if (answer.status >= 300) throw refusal(path, answer)
  return answer.body
}

/**
 * The same, sent again while the engine is overloaded or unavailable. @throws Interrupted when it
 * stays so
 */
export async function requestPatiently(
  target: LoadTarget,
  ...[method, path, body]: RequestArguments
): Promise<unknown> {
  return succeeded(path, await target.send(method, path, body, target.patient))
}

/** The same for a resource that may be missing. @returns undefined when it is */
export async function requestOptional(
  target: LoadTarget,
  ...[method, path, body]: RequestArguments
): Promise<unknown> {
  const answer = await target.send(method, path, body)
  return answer.status === 404 ? undefined : (succeeded(path, answer) ?? {})
}

type RequestArguments = [method: Parameters<LoadTarget['send']>[0], path: string, body?: object]

/** The error of a refusal, with the engine's reason; Interrupted if it may pass. */
export function refusal(path: string, { status, body }: EngineResponse): Error {
  const { error, _shards } = (body ?? {}) as {
    error?: unknown
    _shards?: { failures?: { reason?: unknown }[] }
  }
  const reason = reasonOf(error ?? _shards?.failures?.[0]?.reason)
  const why = reason === '' ? '' : `: ${reason}`
  if (status === 401 || status === 403)
    return new Error(`the engine refuses our credential (${status}) for ${path}${why}`)
  const message = `the engine refuses ${path} (${status}${why})`
  return isBusy(status) ? new Interrupted(message) : new Error(message)
}

interface EngineFault {
  reason?: unknown
  root_cause?: unknown
  caused_by?: unknown
}

/**
 * The engine's own error text, from the outermost to the innermost cause: often only that one says
 * what to do. Empty when there is none.
 */
export function reasonOf(error: unknown): string {
  const reasons = new Set<string>()
  for (let at = error; at !== undefined; at = nextCause(at)) {
    if (typeof at === 'string') reasons.add(at)
    for (const one of [at, ...rootCauses(at)]) {
      const { reason } = (one ?? {}) as EngineFault
      if (typeof reason === 'string' && reason !== '') reasons.add(reason)
    }
  }
  return [...reasons].join('; caused by: ')
}

const nextCause = (error: unknown) => (error as EngineFault | null)?.caused_by

function rootCauses(error: unknown): unknown[] {
  const { root_cause } = (error ?? {}) as EngineFault
  return Array.isArray(root_cause) ? root_cause : []
}
