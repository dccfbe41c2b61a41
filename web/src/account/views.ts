import type { AccountLink } from './link.js'

export type View = 'sign-in' | AccountLink['purpose']

/** What every view of the entrance is given. */
export interface ViewProps {
  /** Shows the account, after a login. */
  enter(): void
  /** Goes to another view, with a message there, and the address that is known by then. */
  go(view: View, notice?: string, email?: string): void
}
