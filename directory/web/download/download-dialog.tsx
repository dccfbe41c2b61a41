import { useEffect, useRef, useState } from 'preact/hooks'
import type { Meta } from '../../../packages/client/src/answer.js'
import type { FindParameters } from '../../../packages/client/src/templates.js'
import type { Organization } from '../../../packages/client/src/types.js'
import { useAction, useLoaded } from '../../../web/src/kit/action.js'
import { getUser } from '../../../web/src/kit/api.js'
import { Choice } from '../../../web/src/kit/choice.js'
import { Dialog } from '../../../web/src/kit/dialog.js'
import { Problem } from '../../../web/src/kit/form.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { getMaxReach } from '../navigation/view.js'
import { toFileName } from './csv.js'
import { formats, hasExports, loadRows, saveFile } from './rows.js'

interface DownloadDialogProps {
  /** The search whose results are downloaded. */
  parameters: FindParameters
  /** The search in words. */
  search: string
  total: number
  /** What is known of the data. */
  about: Meta
  onClose(): void
}

/** Rows between two steps of the progress. */
const step = 100

/** Downloads all results as a file. Without a login it has only those that pages can reach. */
export function DownloadDialog({ total, onClose, ...search }: DownloadDialogProps) {
  const [extension, setExtension] = useState('csv')
  const [done, setDone] = useState(0)
  const { data: isOffered = false } = useLoaded(hasExports, '')
  const isSignedIn = getUser() !== undefined
  const isExport = isOffered && isSignedIn
  const all = isExport ? total : Math.min(total, getMaxReach(isSignedIn))
  const ending = useRef(new AbortController())
  useEffect(() => () => ending.current.abort(), [])

  function write(rows: readonly Organization[], end = ''): void {
    const { type, textOf } = formats[extension]!
    saveFile(`${toFileName(search)}${end}.${extension}`, type, textOf(rows))
  }

  const action = useAction(async () => {
    ending.current = new AbortController()
    setDone(0)
    const { signal } = ending.current
    const { page, ...parameters } = search.parameters
    const rows: Organization[] = []
    try {
      for await (const row of loadRows(parameters, isExport, signal))
        if (rows.push(row) % step === 0) setDone(rows.length)
    } catch (error) {
      if (signal.aborted) return
      setDone(rows.length)
      if (rows.length > 0) write(rows, '-incomplete')
      throw error
    }
    write(rows)
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
          {total > all
            ? `The first ${formatCount(all)} of ${formatCount(total)} organizations.`
            : `All ${formatCount(total)} organizations found.`}
          {total > all && ' Filters narrow them.'}
          {total > all && isOffered && ' Sign in to download all.'}
        </p>
        {action.isRunning && (
          <div role="status">
            <progress aria-label="Downloaded" max={all} value={done} /> {formatCount(done)} of{' '}
            {formatCount(all)}
          </div>
        )}
        <Problem error={action.error} />
        {action.error !== undefined && done > 0 && (
          <p>
            The download was interrupted. The name of the file ends with “incomplete”. It has the
            first {formatCount(done)} of {formatCount(all)} organizations.
          </p>
        )}
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
