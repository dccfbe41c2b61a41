import { type ComponentChildren, render } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Problem } from '../kit/form.js'
import { formatDuration } from '../kit/format.js'
import icon from '../kit/icon.svg'
import { ActionDialog, type OperatorAction } from './action-dialog.js'
import {
  type AuthMetrics,
  type Caller,
  postWithSecret,
  read,
  readMetrics,
  type Search,
  type Status,
} from './calls.js'
import { Dependencies } from './dependencies.js'
import { Identity } from './identity.js'
import { Limits } from './limits.js'
import { addReading, parseMetrics, type Reading, toSpan } from './metrics.js'
import { Now } from './now.js'
import { Pipelines, Refusals } from './pipelines.js'
import { Reloads, reloadAction } from './reloads.js'
import { RequestLookup } from './request-lookup.js'
import { Searches } from './searches.js'
import { usePolled } from './use-polled.js'
import { describeCaller } from './words.js'

/** Pauses between two readings, in milliseconds; usage is written once a minute. */
const [oftenMs, seldomMs] = [5000, 60_000]

/** The page of the admin listener, for operators. It reads, cancels searches and reloads. */
function App() {
  const [isPaused, setPaused] = useState(false)
  const [action, setAction] = useState<OperatorAction>()
  const [message, setMessage] = useState<ComponentChildren>()
  const status = usePolled(() => read<Status>('/status'), oftenMs, isPaused)
  const readings = useReadings(isPaused)
  const callers = usePolled(() => read<{ callers: Caller[] }>('/usage'), seldomMs, isPaused)
  const auth = usePolled(() => read<AuthMetrics>('/auth-metrics'), oftenMs, isPaused)

  function done(text: ComponentChildren): void {
    setAction(undefined)
    setMessage(text)
    status.refresh()
  }

  const shown = status.data
  const span = shown && toSpan(readings.data ?? [], shown.uptimeSeconds)
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <div class="wide">
          <span class="brand">
            <img src={icon} alt="" width="28" height="28" />
            <span>Nonprofit Directory, operators</span>
          </span>
          <div class="user">
            <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
              Pause
            </button>
            <button type="button" onClick={() => setAction(reloadAction)}>
              Reload configuration
            </button>
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} class="wide">
        <div class="headline">
          <h1>Gateway</h1>
          {shown && (
            <p>
              {shown.version && <span class="chip">{shown.version}</span>}
              <span class="chip">up for {formatDuration(shown.uptimeSeconds)}</span>
            </p>
          )}
        </div>
        <div role="status" class={message ? 'notice good' : ''}>
          {message}
        </div>
        <Problem error={status.error ?? readings.error} />
        {shown && (
          <>
            <Now status={shown} />
            <Dependencies status={shown} />
            {span && <Refusals span={span} />}
            <Searches
              status={shown}
              callers={callers}
              cancel={(search) => setAction(createCancelAction(search))}
            />
            <RequestLookup />
            <Pipelines status={shown} span={span} />
            <Limits status={shown} />
            <Reloads status={shown} ask={setAction} />
            <Identity {...auth} />
          </>
        )}
      </main>
      {action && <ActionDialog {...action} onDone={done} onClose={() => setAction(undefined)} />}
    </>
  )
}

/** The metrics of the last minute; none where they are switched off. */
function useReadings(isPaused: boolean) {
  const known = useRef<Reading[]>([])
  return usePolled(
    async () => {
      const text = await readMetrics()
      const metrics = text === undefined ? undefined : parseMetrics(text)
      known.current = metrics ? addReading(known.current, { at: Date.now(), metrics }) : []
      return known.current
    },
    oftenMs,
    isPaused,
  )
}

const createCancelAction = (search: Search): OperatorAction => ({
  title: 'Cancel the search?',
  effect:
    `The search of ${describeCaller(search)} in ${search.pipeline} ends, in the engine too. ` +
    'Its caller gets an error that says so.',
  submit: 'Cancel the search',
  dismiss: 'Let it run',
  isDangerous: true,
  async run(secret) {
    await postWithSecret('/cancel', secret, { id: search.id })
    return `The search ${search.id} was cancelled.`
  },
})

render(<App />, document.getElementById('app')!)
