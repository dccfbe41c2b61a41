import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../kit/action.js'
import { Choice } from '../kit/choice.js'
import { Dialog } from '../kit/dialog.js'
import { Problem } from '../kit/form.js'
import { count } from '../kit/format.js'
import { allOf, formats, save } from './download.js'
import { questionOf, type View, windowSize } from './view.js'

interface DownloadDialogProps {
  view: View
  total: number
  onClose(): void
}

/** The whole result as a file, up to what pages can reach. */
export function DownloadDialog({ view, total, onClose }: DownloadDialogProps) {
  const [extension, setExtension] = useState('csv')
  const [rows, setRows] = useState(0)
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])
  const all = Math.min(total, windowSize)
  const action = useAction(async () => {
    ending.current = new AbortController()
    setRows(0)
    const { signal } = ending.current
    const { page, ...question } = questionOf(view)
    const results = await allOf(question, signal, setRows).catch((error) => {
      if (!signal.aborted) throw error
    })
    if (!results) return
    const { type, textOf } = formats[extension]!
    save(`organizations.${extension}`, type, textOf(results))
    onClose()
  })
  return (
    <Dialog title="Download" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void action.run()
        }}
      >
        <Choice
          label="Format"
          options={Object.entries(formats).map(([name, { title }]) => [name, title])}
          chosen={extension}
          onChoose={setExtension}
        />
        <p>
          {total > windowSize
            ? `The first ${count(all)} of ${count(total)} organizations. Filters narrow them.`
            : `All ${count(total)} organizations found.`}
        </p>
        {action.isRunning && (
          <div role="status">
            <progress aria-label="Downloaded" max={all} value={rows} /> {count(rows)} of{' '}
            {count(all)}
          </div>
        )}
        <Problem error={action.error} />
        <div class="actions">
          <button type="submit" class="primary" aria-busy={action.isRunning}>
            Download
          </button>
          <button
            type="button"
            onClick={() => (action.isRunning ? ending.current.abort() : onClose())}
          >
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
