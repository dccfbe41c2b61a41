import type { ComponentChildren } from 'preact'
import { follow } from '../../../web/src/kit/page.js'
import { useNavigation } from './navigation.js'
import { toOrganizationUrl } from './pages.js'
import type { View } from './view.js'

interface LinkProps {
  to: Partial<View>
  class?: string
  current?: boolean
  label?: string
  children: ComponentChildren
}

/** A link to another view: it can be copied, and opened in a new tab. */
export function Link({ to: change, current, label, children, ...rest }: LinkProps) {
  const { to, go } = useNavigation()
  return (
    <a
      class={rest.class}
      href={to(change)}
      aria-current={current ? 'page' : undefined}
      aria-label={label}
      onClick={(event) => follow(event, () => go(change))}
    >
      {children}
    </a>
  )
}

interface OrganizationLinkProps {
  of: { id: string; name: string }
  children: ComponentChildren
}

/** A link to the page of an organization. */
export function OrganizationLink({ of: organization, children }: OrganizationLinkProps) {
  const { open } = useNavigation()
  const href = toOrganizationUrl(organization)
  return (
    <a href={href} onClick={(event) => follow(event, () => open(href))}>
      {children}
    </a>
  )
}
