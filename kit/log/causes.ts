import { withoutCredentials } from './redact.js'

/** How many errors are looked at; causes may be circular. */
const maxDepth = 4

/**
 * An error for a person at a terminal: its message, and those of its causes that it does not say
 * itself, without credentials of ours.
 */
export function renderCauses(error: unknown): string {
  const messages: string[] = []
  let one = error
  for (let depth = 0; one instanceof Error && depth < maxDepth; depth++) {
    const { message, code = message } = one as NodeJS.ErrnoException
    const isSaid = messages.some((said) => said.includes(message) || said.includes(code))
    if (message !== '' && !isSaid) messages.push(message)
    one = one.cause
  }
  return withoutCredentials(messages.join('\n  caused by: '))
}
