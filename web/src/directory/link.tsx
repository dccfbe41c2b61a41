import type { ComponentChildren } from 'preact'
import { useNavigation } from './navigation.js'
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
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        go(change)
      }}
    >
      {children}
    </a>
  )
}
