import { formatCount } from '../kit/format.js'
import type { Flow, Status } from './calls.js'
import { estimateQuantile, type Span, sumAll, sumGrowth } from './metrics.js'
import { Facts, Section } from './section.js'
import { describeSpan, formatAmounts, formatSeconds } from './words.js'

interface PipelinesProps {
  status: Status
  /** Undefined where metrics are switched off, or not read yet. */
  span: Span | undefined
}

/** Each pipeline from its calls to its service, with its traffic. */
export function Pipelines({ status: { pipelines = [] }, span }: PipelinesProps) {
  return (
    <Section
      id="pipelines"
      title="Pipelines"
      lead={span ? describeSpan(span) : 'Without rates: METRICS is off, or not read yet.'}
    >
      <ul class="rows flows">
        {pipelines.map((flow) => (
          <li key={flow.name}>
            <h3>{flow.name}</h3>
            <Steps {...flow} />
            {span && <Traffic pipeline={flow.name} span={span} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Steps({ calls, steps, service }: Flow) {
  const [first, ...others] = calls
  return (
    <ol class="steps">
      <li title={calls.join('\n')}>
        <code>{first}</code>
        {others.length > 0 && ` and ${others.length} more`}
      </li>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
      {service !== null && (
        <li>
          <strong>{service}</strong>
        </li>
      )}
    </ol>
  )
}

const requests = 'directory_requests_total'
const durations = 'directory_request_duration_seconds'

function Traffic({ pipeline, span }: { pipeline: string; span: Span }) {
  const codes = sumGrowth(span, requests, 'code', { pipeline })
  const all = sumAll(codes)
  if (all === 0) return <p class="facts">No request</p>
  codes.delete('none')
  const p99 = estimateQuantile(span, durations, 0.99, { pipeline })
  return (
    <Facts
      rows={[
        ['Rate', `${formatRate(all / span.seconds)} /s`],
        ['p99', p99 === undefined ? '–' : formatSeconds(p99)],
        ['Refused', formatAmounts(codes)],
      ]}
    />
  )
}

const formatRate = (rate: number) => (rate < 10 ? rate.toFixed(2) : formatCount(rate))

/** What was refused or failed, by code, and by the rule, the limit or the place that refused it. */
export function Refusals({ span }: { span: Span }) {
  const codes = sumGrowth(span, requests, 'code')
  codes.delete('none')
  return (
    <Section id="refusals" title="Refused and failed" lead={describeSpan(span)}>
      <Facts
        rows={[
          ['By code', formatAmounts(codes)],
          [
            'Search rules',
            formatAmounts(sumGrowth(span, 'directory_search_refusals_total', 'rule')),
          ],
          ['Limits', formatAmounts(sumGrowth(span, 'directory_rate_limited_total', 'name'))],
          [
            'Before any pipeline',
            formatAmounts(sumGrowth(span, 'directory_refused_early_total', 'code')),
          ],
        ]}
      />
    </Section>
  )
}
