import { useState } from 'preact/hooks'
import type { FindQuestion } from '../../../client/src/questions.js'
import { baseUrl } from '../kit/api.js'
import { Dialog } from '../kit/dialog.js'
import { requestsOf } from './requests.js'

/** The request behind the page, to take along. It holds no credential. */
export function RequestDialog({ question, onClose }: { question: FindQuestion; onClose(): void }) {
  const requests = requestsOf(baseUrl, question)
  const [language, setLanguage] = useState('GET')
  const [told, setTold] = useState('')
  const text = requests[language]!
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text).then(
      () => setTold('Copied'),
      () => setTold('Select the text, and copy it'),
    )
  }
  return (
    <Dialog title="API request" onClose={onClose}>
      <fieldset class="choice">
        <legend class="away">Language</legend>
        {Object.keys(requests).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === language}
            onClick={() => {
              setLanguage(name)
              setTold('')
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <pre>
        <code>{text}</code>
      </pre>
      <p class="hint">KEY is one of your API keys.</p>
      <div class="actions">
        <button type="button" class="primary" onClick={copy}>
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
