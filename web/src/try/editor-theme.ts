import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colors of the page, which reach into the shadow tree as variables. */
export const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--card)', fontSize: '0.8125rem' },
  '&:focus-within': { outline: '3px solid var(--accent)', outlineOffset: '1px' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    lineHeight: '1.55',
    maxHeight: 'var(--editor-height)',
  },
  '.cm-content, .cm-gutters': { minHeight: '14rem' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '0.625rem' },
  '.cm-gutters': {
    color: 'var(--soft)',
    backgroundColor: 'var(--raised)',
    borderRight: '1px solid var(--line)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-ground)' },
  '.cm-tooltip': {
    maxWidth: '30rem',
    color: 'var(--text)',
    backgroundColor: 'var(--card)',
    border: '1px solid var(--edge)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
})

export const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-value)' },
])
