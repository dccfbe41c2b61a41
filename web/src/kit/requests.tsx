import { useEffect, useRef, useState } from 'preact/hooks'
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
  const { copied, copy, forget } = useCopy()
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
        <CopyStatus copied={copied} />
      </div>
    </Dialog>
  )
}

/** A text that was to be copied. */
interface Copied {
  text: string
  isDone: boolean
}

/** Copies texts. By plain http browsers have no clipboard, and elsewhere they may refuse it. */
export function useCopy() {
  const [copied, setCopied] = useState<Copied>()
  const copy = (text: string) =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setCopied({ text, isDone: true }),
        () => setCopied({ text, isDone: false }),
      )
  return { copied, copy, forget: () => setCopied(undefined) }
}

/** Says that a text was copied. Shows it, selected, where the browser does not copy. */
export function CopyStatus({ copied }: { copied: Copied | undefined }) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.select(), [copied])
  return (
    <>
      <span role="status">{copied && (copied.isDone ? 'Copied' : 'Copy the text by hand:')}</span>
      {copied?.isDone === false && (
        <textarea ref={area} readOnly aria-label="Text to copy" value={copied.text} />
      )}
    </>
  )
}

/** A text in one line, and a button that copies it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy()
  return (
    <div class="copyable">
      <code>{text}</code>
      <button type="button" class="primary" aria-label={label} onClick={() => copy(text)}>
        Copy
      </button>
      <CopyStatus copied={copied} />
    </div>
  )
}
