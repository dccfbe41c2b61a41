import { withoutCredentials } from './redact.js'

/** How many causes are printed at most; they may be circular. */
const maxDepth = 4

/**
 * An error for a person at a terminal: its message, and those of its causes that it does not say
 * itself, without credentials of ours.
 */
export function renderCauses(error: unknown): string {
  const messages: string[] = []
  for (let one = error; one instanceof Error && messages.length < maxDepth; one = one.cause) {
    const { message, code = message } = one as NodeJS.ErrnoException
    const isSaid = messages.some((said) => said.includes(message) || said.includes(code))
    if (message !== '' && !isSaid) messages.push(message)
  }
  return withoutCredentials(messages.join('\n  caused by: '))
}
