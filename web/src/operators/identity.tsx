import { Problem } from '../kit/form.js'
import { formatCount, formatDuration } from '../kit/format.js'
import type { AuthMetrics } from './calls.js'
import {
  estimateQuantile,
  type Metrics,
  parseMetrics,
  readGauge,
  type Span,
  sumGrowth,
} from './metrics.js'
import { Facts, Section } from './section.js'
import type { Polled } from './use-polled.js'
import { formatAmounts, formatSeconds } from './words.js'

/** Metrics of the auth services. */
export function Identity({ data, error }: Polled<AuthMetrics>) {
  return (
    <Section id="identity" title="Logins, keys and store">
      <Problem error={error} />
      {data?.services.length === 0 && <p class="facts">No auth service, or no worker answers.</p>}
      {data?.services.map(({ url, text, fault }) => (
        <div key={url}>
          <h3>
            Auth service <code>{url}</code>
          </h3>
          {text === undefined ? (
            <p class="facts">No metrics: it {fault}.</p>
          ) : (
            <Facts rows={listFacts(parseMetrics(text))} />
          )}
        </div>
      ))}
    </Section>
  )
}

const prefix = 'directory_auth'

function listFacts(metrics: Metrics): [string, string][] {
  // since its start, because logins are rare
  const span: Span = { from: undefined, to: metrics, seconds: 1 }
  const events = sumGrowth(span, `${prefix}_events_total`, 'event')
  const age = readGauge(metrics, `${prefix}_signing_key_age_seconds`, { state: 'signing' })
  const write = estimateQuantile(span, `${prefix}_store_duration_seconds`, 0.99, { call: 'write' })
  const isWritable = readGauge(metrics, `${prefix}_store_writable`) !== 0
  const waiting = readGauge(metrics, `${prefix}_hash_queue_length`) ?? 0
  return [
    ['Signing key', age === undefined ? 'none' : `${formatDuration(age)} old`],
    ['Logins since its start', formatCount(events.get('login') ?? 0)],
    [
      'Refused logins, by cause',
      formatAmounts(sumGrowth(span, `${prefix}_login_failures_total`, 'cause')),
    ],
    ['Throttled now', formatAmounts(sumGrowth(span, `${prefix}_throttled`, 'by'))],
    ['Passwords waiting to be hashed', formatCount(waiting)],
    ['Store', isWritable ? 'can be written' : 'cannot be written'],
    ['Writes, p99', write === undefined ? 'none' : formatSeconds(write)],
    ['Records', formatAmounts(sumGrowth(span, `${prefix}_records`, 'kind'))],
    ['Mails', formatAmounts(sumGrowth(span, `${prefix}_mails_total`, 'outcome'))],
  ]
}
