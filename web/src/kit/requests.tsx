import { useState } from 'preact/hooks'
import { Choice } from './choice.js'
import { Dialog } from './dialog.js'

interface RequestsProps {
  /** The request as code, by name of the language. */
  requests: Readonly<Record<string, string>>
  onClose(): void
}

/** Shows a request as code to copy. It contains no credential. */
export function CodeSampleDialog({ requests, onClose }: RequestsProps) {
  const [language, setLanguage] = useState(Object.keys(requests)[0]!)
  const { message, copy, forget } = useCopy()
  const text = requests[language]!
  return (
    <Dialog title="API request" onClose={onClose}>
      <Choice
        label="Language"
        options={Object.keys(requests).map((name) => [name, name])}
        chosen={language}
        onChoose={(name) => {
          setLanguage(name)
          forget()
        }}
      />
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {/\bKEY\b/.test(text) && <p class="hint">KEY is one of your API keys.</p>}
      <div class="actions">
        <button type="button" class="primary" onClick={() => copy(text)}>
          Copy
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
        <span role="status">{message}</span>
      </div>
    </Dialog>
  )
}

/** Copies a text, and says whether that worked. */
export function useCopy() {
  const [message, setMessage] = useState('')
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setMessage('Copied'),
      () => setMessage('Select and copy the text'),
    )
  return { message, copy, forget: () => setMessage('') }
}

/** A text in one line, and a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { message, copy } = useCopy()
  return (
    <div class="copyable">
      <code>{text}</code>
      <button type="button" class="primary" aria-label={label} onClick={() => copy(text)}>
        Copy
      </button>
      <span role="status">{message}</span>
    </div>
  )
}
