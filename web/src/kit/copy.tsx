import { useState } from 'preact/hooks'

/** A text in one line, and a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [told, setTold] = useState('')
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text).then(
      () => setTold('Copied'),
      () => setTold('Select the text, and copy it'),
    )
  }
  return (
    <div class="copyable">
      <code>{text}</code>
      <button type="button" class="primary" aria-label={label} onClick={copy}>
        Copy
      </button>
      <span role="status">{told}</span>
    </div>
  )
}
