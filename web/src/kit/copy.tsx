import { useState } from 'preact/hooks'

/** Copies texts, and what to tell about the last one; another text begins without a word. */
export function useCopy() {
  const [told, tell] = useState('')
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => tell('Copied'),
      () => tell('Select and copy the text'),
    )
  return { told, copy, forget: () => tell('') }
}

/** A text in one line, and a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { told, copy } = useCopy()
  return (
    <div class="copyable">
      <code>{text}</code>
      <button type="button" class="primary" aria-label={label} onClick={() => copy(text)}>
        Copy
      </button>
      <span role="status">{told}</span>
    </div>
  )
}
