import type { Way } from '../kit/account-links.js'

/** A link to a view of this page, from an e-mail with a token or from another page. */
export interface AccountLink {
  purpose: 'verify' | 'reset' | 'invite' | Way
  /** Empty in links of pages. */
  token: string
}

/** The link in a fragment such as `#verify=TOKEN`: browsers never send a fragment to a server. */
export function parseLink(fragment: string): AccountLink | undefined {
  const [, way, purpose = way, token = ''] =
    /^#(?:(sign-up|recover)|(verify|reset|invite)=([\w.~-]{1,512}))$/.exec(fragment) ?? []
  return purpose ? { purpose: purpose as AccountLink['purpose'], token } : undefined
}

/** The link in the address bar, removed from there and from the history at once. */
export function takeLink(): AccountLink | undefined {
  const link = parseLink(location.hash)
  if (link) history.replaceState(null, '', location.pathname + location.search)
  return link
}

export type View = 'sign-in' | AccountLink['purpose']

/** Props of every view before the sign-in. */
export interface ViewProps {
  /** Shows the account, after a login. */
  enter(): void
  /** Goes to another view, with a message there, and the address that is known by then. */
  go(view: View, notice?: string, email?: string): void
}
