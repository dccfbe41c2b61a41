/** A link of an e-mail, by what it is for. */
export interface MailLink {
  purpose: 'verify' | 'reset' | 'invite'
  token: string
}

/** The link in a fragment such as `#verify=TOKEN`: browsers never send a fragment to a server. */
export function linkIn(fragment: string): MailLink | undefined {
  const [, purpose, token] = /^#(verify|reset|invite)=([\w.~-]{1,512})$/.exec(fragment) ?? []
  return purpose && token ? { purpose: purpose as MailLink['purpose'], token } : undefined
}

/** The link in the address bar, removed from there and from the history at once. */
export function takeLink(): MailLink | undefined {
  const link = linkIn(location.hash)
  if (link) history.replaceState(null, '', location.pathname + location.search)
  return link
}
