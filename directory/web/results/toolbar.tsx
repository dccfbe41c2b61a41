import { useState } from 'preact/hooks'
import type { FindParameters } from '../../../packages/client/src/templates.js'
import { useLoaded } from '../../../web/src/kit/action.js'
import { Choice } from '../../../web/src/kit/choice.js'
import { formatCount } from '../../../web/src/kit/format.js'
import { CodeSampleDialog } from '../../../web/src/kit/requests.js'
import { baseUrl } from '../../../web/src/kit/where.js'
import { find, type ResultPage } from '../calls.js'
import { DownloadDialog } from '../download/download-dialog.js'
import { useNavigation } from '../navigation/navigation.js'
import {
  type Shape,
  type Sort,
  shapeTitles,
  sortTitles,
  toFindParameters,
  type View,
} from '../navigation/view.js'
import type { Unit } from '../text/distance.js'
import { describeSearch } from '../text/search.js'
import { toCodeSamples } from './code-samples.js'

/** How many were found, their order, and what can be done with them. */
export function Toolbar({ found, view, unit }: { found: ResultPage; view: View; unit: Unit }) {
  const { go } = useNavigation()
  const [isAsked, setAsked] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  // without words none matches better
  const hasWords = (found.about.understood?.words ?? '') !== ''
  const titles = { ...sortTitles, ...(!hasWords && { relevance: 'Largest' }) }
  const sorts = Object.entries(titles).filter(([sort]) => sort !== 'distance' || found.place)
  return (
    <div class="toolbar">
      <h1 aria-live="polite">
        {formatCount(found.total)} {found.total === 1 ? 'organization' : 'organizations'}
      </h1>
      <select
        aria-label="Order"
        value={view.sort}
        onChange={(event) => go({ sort: event.currentTarget.value as Sort })}
      >
        {sorts.map(([sort, title]) => (
          <option key={sort} value={sort}>
            {title}
          </option>
        ))}
      </select>
      <Choice
        label="Shape"
        options={Object.entries(shapeTitles) as [Shape, string][]}
        chosen={view.shape}
        onChoose={(shape) => go({ shape })}
      />
      <button type="button" class="small" onClick={() => setDownloading(true)}>
        Download
      </button>
      <button
        type="button"
        class="small last"
        aria-label="Show as API request"
        onClick={() => setAsked(true)}
      >
        API request
      </button>
      {isAsked && (
        <RequestDialog parameters={toFindParameters(view)} onClose={() => setAsked(false)} />
      )}
      {isDownloading && (
        <DownloadDialog
          parameters={toFindParameters(view)}
          search={describeSearch(view, unit)}
          total={found.total}
          about={found.about}
          onClose={() => setDownloading(false)}
        />
      )}
    </div>
  )
}

interface RequestDialogProps {
  parameters: FindParameters
  onClose(): void
}

/** The request behind the results. The search that the API makes of it joins when it is there. */
function RequestDialog({ parameters, onClose }: RequestDialogProps) {
  const { data } = useLoaded((signal) => find({ ...parameters, explain: true }, signal, []), '')
  return (
    <CodeSampleDialog
      requests={toCodeSamples(baseUrl, parameters, data?.search)}
      onClose={onClose}
    />
  )
}
