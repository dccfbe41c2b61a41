import type { Answer, Target } from './target.js'

/** Asks the engine for something that it must do. @returns the body of its answer @throws Error with its reason when it refuses */
export async function ask(target: Target, ...[method, path, body]: Asked): Promise<unknown> {
  const answer = await target.send(method, path, body && JSON.stringify(body))
  if (answer.status >= 300) throw refusal(path, answer)
  return answer.body
}

/** The same for something that may be missing. @returns undefined when it is */
export async function askFor(target: Target, ...[method, path, body]: Asked): Promise<unknown> {
  const answer = await target.send(method, path, body && JSON.stringify(body))
  if (answer.status === 404) return undefined
  if (answer.status >= 300) throw refusal(path, answer)
  return answer.body ?? {}
}

type Asked = [method: Parameters<Target['send']>[0], path: string, body?: object]

function refusal(path: string, { status, body }: Answer): Error {
  if (status === 401 || status === 403) return new Error(`the engine refuses our credential (${status}) for ${path}`)
  const reason = (body as { error?: { reason?: string } } | undefined)?.error?.reason
  return new Error(`the engine refuses ${path} (${status}${reason === undefined ? '' : `: ${reason}`})`)
}
