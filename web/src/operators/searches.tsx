import type { ComponentChildren } from 'preact'
import { Problem } from '../kit/form.js'
import { formatCount, formatTime } from '../kit/format.js'
import type { Caller, Search, Status } from './calls.js'
import { Section } from './section.js'
import type { Polled } from './use-polled.js'
import { describeCaller, formatAmounts, formatSeconds } from './words.js'

interface SearchesProps {
  status: Status
  callers: Polled<{ callers: Caller[] }>
  cancel(search: Search): void
}

/** The most owners and ended searches in a list. */
const most = 10

/** The most expensive searches and owners, now and lately. */
export function Searches({ status: { searches }, callers, cancel }: SearchesProps) {
  const { running, underWay, lately } = searches
  const owners = [...(callers.data?.callers ?? [])].sort((one, other) => other.cost - one.cost)
  return (
    <Section
      id="searches"
      title="Searches"
      lead="The most expensive first. The log has each under its id; its text is not stored."
    >
      <h3>Under way: {formatCount(underWay)}</h3>
      <ul class="rows">
        {running.map((search) => (
          <Row key={search.id} search={search}>
            <button
              type="button"
              class="danger"
              aria-label={`Cancel the search ${search.id}`}
              onClick={() => cancel(search)}
            >
              Cancel
            </button>
          </Row>
        ))}
      </ul>
      <h3>Owners, in this hour and the one before</h3>
      <Problem error={callers.error} />
      {callers.data && owners.length === 0 && <p class="facts">None.</p>}
      <ul class="rows">
        {owners.slice(0, most).map((caller) => (
          <li key={caller.key ?? caller.owner}>
            <h4>{describeCaller(caller)}</h4>
            <span>cost {formatCount(caller.cost)}</span>
            <span>{formatCount(caller.requests)} requests</span>
            <span class="facts">
              refused: {formatAmounts(new Map(Object.entries(caller.errors)))}
            </span>
          </li>
        ))}
      </ul>
      <h3>Ended within the last 15 minutes</h3>
      {lately.length === 0 && <p class="facts">None.</p>}
      <ul class="rows">
        {lately.slice(0, most).map((search) => (
          <Row key={`${search.id} ${search.startedAt}`} search={search}>
            <span class="facts">{formatTime(search.startedAt)}</span>
          </Row>
        ))}
      </ul>
    </Section>
  )
}

interface RowProps {
  search: Search
  children: ComponentChildren
}

function Row({ search, children }: RowProps) {
  const { id, pipeline, cost, ms, isWaiting } = search
  return (
    <li>
      <div>
        <h4>{describeCaller(search)}</h4>
        <code>{id}</code>
      </div>
      <span>{pipeline}</span>
      <span>
        cost {formatCount(cost)}, {formatSeconds(ms / 1000)}
        {isWaiting !== undefined && (isWaiting ? ', waits for its turn' : ', in the engine')}
      </span>
      {children}
    </li>
  )
}
