import type { Hint } from './hints.js'
import { Link } from './link.js'

/** Why nothing was found, or other than was asked for, and what to change. */
export function Hints({ hints }: { hints: readonly Hint[] }) {
  if (hints.length === 0) return null
  return (
    <ul class="hints">
      {hints.map(({ text, change }) => (
        <li key={text}>{change ? <Link to={change}>{text}</Link> : text}</li>
      ))}
    </ul>
  )
}
