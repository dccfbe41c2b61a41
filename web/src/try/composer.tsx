import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import type { Explanation } from '../../../packages/client/src/types.js'
import { Choice } from '../kit/choice.js'
import { CodeSampleDialog } from '../kit/requests.js'
import { baseUrl } from '../kit/where.js'
import { toCodeSamples } from './code-samples.js'
import { Editor, type EditorControl } from './editor.js'
import { formatJson } from './format-json.js'
import { type Mistake, toLineNumber } from './mistakes.js'
import { families, parseBody, type Query } from './query.js'
import type { Checked } from './use-mistakes.js'

interface ComposerProps {
  query: Query
  /** Grows when the text comes from elsewhere than the editor. */
  written: number
  onType(text: string): void
  onWrite(part: Partial<Query>): void
  onSearch(): void
  isRunning: boolean
  /** Whether the API takes calls of this page. */
  isOpen: boolean
  checked: Checked
  editor: RefObject<EditorControl | null>
}

/** The place to write the query: index, body, mistakes and cost. */
export function Composer(props: ComposerProps) {
  const { query, written, onType, onWrite, onSearch, isRunning, isOpen, checked, editor } = props
  const body = parseBody(query.text)
  return (
    <section class="card composer" aria-label="Query">
      <IndexChoice index={query.index} onChange={(index) => onWrite({ index })} />
      <div class="code">
        <Editor
          text={query.text}
          written={written}
          mistakes={checked.mistakes}
          onText={onType}
          onRun={onSearch}
          control={editor}
        />
      </div>
      <MistakeList checked={checked} editor={editor} />
      <div class="run">
        <button type="button" class="primary" aria-busy={isRunning} onClick={onSearch}>
          Search
        </button>
        <Cost explanation={checked.explanation} isOpen={isOpen} isValid={body !== undefined} />
      </div>
      <div class="tools">
        <button
          type="button"
          class="small"
          disabled={!body}
          onClick={() => body && onWrite({ text: formatJson(body) })}
        >
          Format
        </button>
        <button type="button" class="small" onClick={() => editor.current?.undo()}>
          Undo
        </button>
        <CodeSamples query={query} isDisabled={!body} />
      </div>
    </section>
  )
}

function IndexChoice({ index, onChange }: { index: string; onChange(index: string): void }) {
  const chosen = families.find((family) => family.index === index)
  return (
    <div class="index">
      <Choice
        label="Index"
        options={families.map((family) => [family.index, family.title])}
        chosen={index}
        onChoose={onChange}
      />
      <p class="hint">
        <code>{index}</code> {chosen?.about}
      </p>
    </div>
  )
}

interface MistakeListProps {
  checked: Checked
  editor: RefObject<EditorControl | null>
}

/** The mistakes of the body. A click on the line selects the place. */
function MistakeList({ checked: { text, mistakes }, editor }: MistakeListProps) {
  const toItem = ({ message, span }: Mistake) => (
    <li key={`${message} ${span?.from}`}>
      {span && (
        <button type="button" class="link" onClick={() => editor.current?.select(span)}>
          line {toLineNumber(text, span)}
        </button>
      )}{' '}
      {message}
    </li>
  )
  return (
    <div role="status">
      {mistakes.length > 0 && (
        <ul class="mistakes" aria-label="Mistakes">
          {mistakes.map(toItem)}
        </ul>
      )}
    </div>
  )
}

const costs = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

interface CostProps {
  explanation: Explanation | undefined
  isOpen: boolean
  isValid: boolean
}

/** What the query would cost, before it is sent. */
function Cost({ explanation, isOpen, isValid }: CostProps) {
  if (!isOpen) return <p class="hint">Ctrl+Enter searches</p>
  if (!isValid || explanation?.accepted === false)
    return <p class="hint">Query cost: shown when the body is valid</p>
  if (!explanation) return <p class="hint">Query cost: shown with the answer</p>
  const { cost, budget } = explanation
  return (
    <div class="cost">
      <p>
        Query cost <strong>{costs.format(cost.total)}</strong> of at most {costs.format(cost.cap)}
        {budget && `; ${costs.format(budget.remaining)} of ${costs.format(budget.limit)} left`}
      </p>
      <meter aria-hidden="true" max={cost.cap} value={cost.total} />
    </div>
  )
}

function CodeSamples({ query, isDisabled }: { query: Query; isDisabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="small" disabled={isDisabled} onClick={() => setOpen(true)}>
        API request
      </button>
      {isOpen && (
        <CodeSampleDialog requests={toCodeSamples(baseUrl, query)} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
