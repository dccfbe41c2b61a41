import { formatDuration, formatTime } from '../kit/format.js'
import type { Status } from './calls.js'
import { listParts } from './faults.js'

/** What is wrong now, since when, and what to do first. */
export function Now({ status }: { status: Status }) {
  const { alerts, reportAgeSeconds } = status
  const faulty = listParts(status).filter(({ fault }) => fault !== undefined)
  return (
    <>
      {reportAgeSeconds !== undefined && (
        <p class="notice bad">
          No worker answers. Dependencies are shown as they were {formatDuration(reportAgeSeconds)}{' '}
          ago.
        </p>
      )}
      <div role="status" class={faulty.length + alerts.length > 0 ? 'notice bad' : 'notice good'}>
        {alerts.map(({ alert, summary, command, since }) => (
          <p key={summary}>
            <strong>{summary}</strong>, since {formatTime(since)}. First: <code>{command}</code>,
            then docs/alerts.md, {alert}.
          </p>
        ))}
        {alerts.length === 0 &&
          (faulty.map(({ title, place, fault }) => `${title}, ${place}: ${fault}`).join('. ') ||
            'No dependency is away, and hardly a request fails.')}
      </div>
    </>
  )
}
