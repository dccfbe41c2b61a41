import type { RefObject } from 'preact'
import type { EditorControl } from './editor.js'
import { lineOf, type Mistake } from './places.js'
import type { Checked } from './use-mistakes.js'

interface MistakeListProps {
  checked: Checked
  editor: RefObject<EditorControl | null>
}

/** The mistakes of the body; a click on the line selects the place. */
export function MistakeList({ checked: { text, mistakes }, editor }: MistakeListProps) {
  const item = ({ text: told, span }: Mistake) => (
    <li key={`${told} ${span?.from}`}>
      {span && (
        <button type="button" class="link" onClick={() => editor.current?.select(span)}>
          line {lineOf(text, span)}
        </button>
      )}{' '}
      {told}
    </li>
  )
  return (
    <div role="status">
      {mistakes.length > 0 && (
        <ul class="mistakes" aria-label="Mistakes">
          {mistakes.map(item)}
        </ul>
      )}
    </div>
  )
}
