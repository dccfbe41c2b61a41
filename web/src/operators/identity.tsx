import { Problem } from '../kit/form.js'
import { count, duration } from '../kit/format.js'
import type { AuthMetrics } from './calls.js'
import { gaugeOf, grownBy, type Metrics, parseMetrics, quantile, type Span } from './metrics.js'
import { Facts, Section } from './section.js'
import type { Polled } from './use-polled.js'
import { amounts, seconds } from './words.js'

/** What the auth services say of themselves. */
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
            <Facts rows={factsOf(parseMetrics(text))} />
          )}
        </div>
      ))}
    </Section>
  )
}

const prefix = 'directory_auth'

function factsOf(metrics: Metrics): [string, string][] {
  // all since its start: a login is rarer than a reading
  const span: Span = { from: undefined, to: metrics, seconds: 1 }
  const events = grownBy(span, `${prefix}_events_total`, 'event')
  const age = gaugeOf(metrics, `${prefix}_signing_key_age_seconds`, { state: 'signing' })
  const write = quantile(span, `${prefix}_store_duration_seconds`, 0.99, { call: 'write' })
  const isWritable = gaugeOf(metrics, `${prefix}_store_writable`) !== 0
  const waiting = gaugeOf(metrics, `${prefix}_hash_queue_length`) ?? 0
  return [
    ['Signing key', age === undefined ? 'none' : `${duration(age)} old`],
    ['Logins since its start', count(events.get('login') ?? 0)],
    ['Refused logins, by cause', amounts(grownBy(span, `${prefix}_login_failures_total`, 'cause'))],
    ['Throttled now', amounts(grownBy(span, `${prefix}_throttled`, 'by'))],
    ['Passwords waiting to be hashed', count(waiting)],
    ['Store', isWritable ? 'can be written' : 'cannot be written'],
    ['Writes, p99', write === undefined ? 'none' : seconds(write)],
    ['Records', amounts(grownBy(span, `${prefix}_records`, 'kind'))],
    ['Mails', amounts(grownBy(span, `${prefix}_mails_total`, 'outcome'))],
  ]
}
