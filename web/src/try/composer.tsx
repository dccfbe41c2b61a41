import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { Choice } from '../kit/choice.js'
import { Dialog } from '../kit/dialog.js'
import { Requests } from '../kit/requests.js'
import { baseUrl } from '../kit/where.js'
import type { Access } from './access.js'
import { Cost } from './cost.js'
import { Editor, type EditorControl } from './editor.js'
import { MistakeList } from './mistake-list.js'
import { Presets, type SearchBody } from './preset-list.js'
import { pretty } from './pretty.js'
import { bodyIn, families, type Query } from './query.js'
import { requestsOf } from './requests.js'
import type { Checked } from './use-mistakes.js'

interface ComposerProps {
  query: Query
  /** What the query does, while it is as an example. */
  about: string
  written: number
  type(text: string): void
  write(part: Partial<Query>): void
  search(): void
  searchBody: SearchBody
  isRunning: boolean
  access: Access
  checked: Checked
  editor: RefObject<EditorControl | null>
}

/** Where the query is written: index, body, its mistakes and its cost. */
export function Composer(props: ComposerProps) {
  const { query, written, about, type, write, search, isRunning, access, checked, editor } = props
  const body = bodyIn(query.text)
  return (
    <section class="card composer" aria-label="Query">
      <IndexChoice index={query.index} onChange={(index) => write({ index })} />
      {about && <p class="hint">{about}</p>}
      <div class="code">
        <Editor
          text={query.text}
          written={written}
          mistakes={checked.mistakes}
          onText={type}
          onRun={search}
          control={editor}
        />
      </div>
      <MistakeList checked={checked} editor={editor} />
      <div class="run">
        <button type="button" class="primary" aria-busy={isRunning} onClick={search}>
          Search
        </button>
        <Cost
          explanation={checked.explanation}
          isOpen={access.isOpen}
          isValid={body !== undefined}
        />
      </div>
      <div class="tools">
        <Examples {...props} />
        <button
          type="button"
          class="small"
          disabled={!body}
          onClick={() => body && write({ text: pretty(body) })}
        >
          Format
        </button>
        <button type="button" class="small" onClick={() => editor.current?.undo()}>
          Undo
        </button>
        <Copies query={query} isDisabled={!body} />
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

function Examples({ access, searchBody }: ComposerProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" class="small" onClick={() => setOpen(true)}>
        Examples
      </button>
      {isOpen && (
        <Dialog title="Example searches" onClose={close}>
          <Presets access={access} searchBody={searchBody} onChosen={close} />
          <button type="button" onClick={close}>
            Close
          </button>
        </Dialog>
      )}
    </>
  )
}

function Copies({ query, isDisabled }: { query: Query; isDisabled: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" class="small" disabled={isDisabled} onClick={() => setOpen(true)}>
        API request
      </button>
      {isOpen && <Requests requests={requestsOf(baseUrl, query)} onClose={() => setOpen(false)} />}
    </>
  )
}
