import { useEffect, useRef } from 'preact/hooks'
import { Problem } from '../kit/form.js'
import { formatCount } from '../kit/format.js'
import type { SearchAnswer } from './calls.js'
import { ResultTable } from './table.js'
import type { SearchState } from './use-search.js'

/** The answer to the last search, or its error. */
export function Results({ answer, error, isRunning }: SearchState) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (answer || error) scrollIntoSight(section.current!)
  }, [answer, error])
  return (
    <section
      ref={section}
      class={isRunning ? 'card found dim' : 'card found'}
      aria-labelledby="results"
      aria-busy={isRunning}
    >
      <header>
        <h2 id="results">Results</h2>
        <p role="status">{isRunning ? 'Searching …' : answer && summarize(answer)}</p>
      </header>
      <Problem error={error} />
      {answer && <Answer answer={answer} />}
      {!answer && error === undefined && (
        <p class="lead">
          Search with the query as it is, or write your own. The guides of the API docs have
          examples.
        </p>
      )}
    </section>
  )
}

/** Scrolls to an element, unless it is in the upper half of the window. */
function scrollIntoSight(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView()
}

function Answer({ answer }: { answer: SearchAnswer }) {
  const { data, meta } = answer
  const hits = data.results
  return (
    <>
      {meta.hints && (
        <ul class="notice good hints">
          {meta.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {hits.length > 0 && <ResultTable hits={hits} />}
      {data.total === 0 && <p>Nothing matches this query.</p>}
      <details class="response" open={hits.length === 0}>
        <summary>Response as JSON</summary>
        <RawAnswer answer={answer} />
      </details>
    </>
  )
}

/** The most characters of an answer that are shown. More would block the browser. */
const maxCharacters = 1_000_000

function RawAnswer({ answer: { data, meta } }: { answer: SearchAnswer }) {
  const text = JSON.stringify({ status: 'success', data, meta }, null, 2)
  return (
    <pre class="raw" tabIndex={0}>
      {text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text}
    </pre>
  )
}

function summarize({ data, ms, headers }: SearchAnswer): string {
  const cost = headers.get('X-Query-Cost')
  const [left, limit] = [headers.get('RateLimit-Remaining'), headers.get('RateLimit-Limit')]
  return [
    `${data.totalRelation === 'gte' ? 'At least ' : ''}${formatCount(data.total)} found`,
    `${Math.round(ms)} ms`,
    cost && `cost ${cost}`,
    left && limit && `${formatCount(Number(left))} of ${formatCount(Number(limit))} requests left`,
  ]
    .filter(Boolean)
    .join(' · ')
}
