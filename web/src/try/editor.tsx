import { history, historyKeymap, isolateHistory, standardKeymap, undo } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput, syntaxHighlighting } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { colors, theme } from './editor-theme.js'
import type { Mistake, Span } from './mistakes.js'

/** What the page does to the editor. */
export interface EditorControl {
  select(span: Span): void
  /** Puts a text in place of the selection. */
  insert(text: string): void
  undo(): void
}

interface EditorProps {
  text: string
  /** The text is put into the editor when this changes; else it comes from there. */
  written: number
  mistakes: readonly Mistake[]
  /** After a change by the user. */
  onText(text: string): void
  /** Ctrl or Command and Enter. */
  onRun(): void
  control: RefObject<EditorControl | null>
}

/**
 * The editor of the body. It lives in a shadow tree: there CodeMirror adopts its style sheets, and
 * adds no style elements, which the Content-Security-Policy forbids.
 */
export function Editor({ text, written, mistakes, control, ...listeners }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const latest = useRef(listeners)
  latest.current = listeners
  useLayoutEffect(() => {
    const root = place.current!.attachShadow({ mode: 'open' })
    const created = new EditorView({
      doc: text,
      root,
      parent: root,
      extensions: createExtensions(latest),
    })
    view.current = created
    control.current = createControl(created)
    return () => created.destroy()
  }, [])
  useLayoutEffect(() => replace(view.current!, text), [written])
  useEffect(() => mark(view.current!, mistakes), [mistakes])
  return <div ref={place} />
}

function createExtensions(latest: { current: Pick<EditorProps, 'onText' | 'onRun'> }) {
  const run = () => {
    latest.current.onRun()
    return true
  }
  return [
    lineNumbers(),
    lintGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    json(),
    syntaxHighlighting(colors),
    theme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Request body' }),
    keymap.of([{ key: 'Mod-Enter', run }, ...standardKeymap, ...historyKeymap, ...lintKeymap]),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      if (docChanged && !transactions.some((one) => one.isUserEvent('replace')))
        latest.current.onText(state.doc.toString())
    }),
  ]
}

/** Puts another text into the editor, as one step for undo. */
function replace(view: EditorView, text: string): void {
  const before = view.state.doc.toString()
  if (before === text) return
  view.dispatch({
    changes: { from: 0, to: before.length, insert: text },
    annotations: isolateHistory.of('full'),
    userEvent: 'replace',
  })
}

function mark(view: EditorView, mistakes: readonly Mistake[]): void {
  const length = view.state.doc.length
  const diagnostics = mistakes.flatMap(({ message, span }) =>
    span && span.from <= length
      ? [{ ...limitToLine(view, span), severity: 'error' as const, message }]
      : [],
  )
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

/** As far as the end of its first line: a whole clause underlined shows less. */
function limitToLine(view: EditorView, { from, to }: Span): Span {
  return { from, to: Math.min(to, view.state.doc.lineAt(from).to) }
}

function createControl(view: EditorView): EditorControl {
  return {
    select({ from, to }) {
      const { length } = view.state.doc
      const selection = { anchor: Math.min(from, length), head: Math.min(to, length) }
      view.dispatch({ selection, scrollIntoView: true })
      view.focus()
    },
    insert(text) {
      view.dispatch(view.state.replaceSelection(text))
      view.focus()
    },
    undo: () => void undo(view),
  }
}
