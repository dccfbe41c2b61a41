import { families, indexBody, indexTemplate } from './format.js'
import type { Answer, Target } from './target.js'

/**
 * Makes what is missing of the three families: index templates, indices, aliases. What is there stays as it is.
 * @throws Error when the engine refuses.
 */
export async function prepareIndices(target: Target): Promise<void> {
  for (const family of families) {
    const template = `/_index_template/${family.alias}`
    if (!(await exists(target, template))) await put(target, template, indexTemplate(family))
    if (!(await exists(target, `/${family.index}`))) await put(target, `/${family.index}`, indexBody(family))
    await put(target, `/${family.index}/_alias/${family.alias}`, {})
  }
}

/** Makes everything loaded so far visible to searches. */
export async function refreshIndices(target: Target): Promise<void> {
  for (const { index } of families) expectSuccess(await target.send('POST', `/${index}/_refresh`), `/${index}/_refresh`)
}

async function exists(target: Target, path: string): Promise<boolean> {
  const { status } = await target.send('HEAD', path)
  if (status === 401 || status === 403) throw new Error(`the engine refuses our credential (${status}) for ${path}`)
  return status === 200
}

async function put(target: Target, path: string, body: unknown): Promise<void> {
  expectSuccess(await target.send('PUT', path, JSON.stringify(body)), path)
}

function expectSuccess({ status, body }: Answer, path: string): void {
  if (status < 300) return
  const reason = (body as { error?: { reason?: string } } | undefined)?.error?.reason
  throw new Error(`the engine refuses ${path} (${status}${reason === undefined ? '' : `: ${reason}`})`)
}
