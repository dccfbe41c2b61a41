import { useState } from 'preact/hooks'
import { Choice } from './choice.js'
import { useCopy } from './copy.js'
import { Dialog } from './dialog.js'

interface RequestsProps {
  /** The request as code, by name of the language. */
  requests: Readonly<Record<string, string>>
  onClose(): void
}

/** A request to take along. It contains no credential. */
export function Requests({ requests, onClose }: RequestsProps) {
  const [language, setLanguage] = useState(Object.keys(requests)[0]!)
  const { told, copy, forget } = useCopy()
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
        <span role="status">{told}</span>
      </div>
    </Dialog>
  )
}
