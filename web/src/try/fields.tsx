import { useState } from 'preact/hooks'
import type { FieldDescription } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import type { Access } from './access.js'
import { loadFields } from './calls.js'

interface FieldsProps {
  index: string
  access: Access
  /** Puts a name into the editor. */
  insert(text: string): void
}

/** The fields that a query may name, with their uses. */
export function Fields({ index, access, insert }: FieldsProps) {
  const [wanted, setWanted] = useState('')
  const { data } = useLoaded(
    async (signal) => (access.isOpen ? loadFields(signal).catch(() => undefined) : undefined),
    `${access.isOpen} ${access.who}`,
  )
  const known = data?.families[index.replace('*', '')]?.fields ?? []
  if (known.length === 0) return null
  const shown = known
    .flatMap(toLines)
    .filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()))
  return (
    <details class="card fields">
      <summary>Fields ({known.length})</summary>
      <input
        type="search"
        aria-label="Find a field"
        placeholder="Find a field"
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      <ul tabIndex={0} aria-label="Fields of the index">
        {shown.map(({ name, about, example }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => insert(JSON.stringify(name))}>
              {name}
            </button>{' '}
            <small>{about}</small>
            {example !== undefined && <code>{JSON.stringify(example)}</code>}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface Line {
  name: string
  about: string
  example?: unknown
}

/** A field and its other forms. */
function toLines({ name, type, uses, subFields = {}, example }: FieldDescription): Line[] {
  const others = Object.entries(subFields).map(([sub, subUses]) => ({
    name: sub,
    about: subUses.join(' · '),
  }))
  return [{ name, about: [type, ...uses].join(' · '), example }, ...others]
}
