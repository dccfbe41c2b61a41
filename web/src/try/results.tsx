import { useEffect, useRef } from 'preact/hooks'
import { Problem } from '../kit/form.js'
import { count } from '../kit/format.js'
import type { SearchAnswer } from './calls.js'
import { type Body, parseBody, readWindow, withFrom } from './query.js'
import { maxRows, ResultTable } from './table.js'
import type { SearchState } from './use-search.js'

interface ResultsProps {
  search: SearchState
  /** Puts another body into the editor, and searches with it. */
  onSearch(body: Body): void
}

/** The answer to the last search, or its error. */
export function Results({ search, onSearch }: ResultsProps) {
  const { answer, query, error, isRunning } = search
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (answer || error) scrollIntoSight(section.current!)
  }, [answer, error])
  const body = query && parseBody(query.text)
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
      {answer && body && <Answer {...{ answer, body, onSearch }} />}
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

interface AnswerProps {
  answer: SearchAnswer
  body: Body
  onSearch(body: Body): void
}

function Answer({ answer, body, onSearch }: AnswerProps) {
  const { data, meta } = answer
  const hits = data.results
  return (
    <>
      {meta.hints && (
        <ul class="notice hints">
          {meta.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {hits.length > 0 && <ResultTable {...{ hits, body }} />}
      {hits.length === 0 && readWindow(body).size > 0 && (
        <p>{data.total > 0 ? 'There are no hits on this page.' : 'Nothing matches this query.'}</p>
      )}
      <Pager shown={hits.length} total={data.total} body={body} onSearch={onSearch} />
      <details class="response" open={hits.length === 0}>
        <summary>Response as JSON</summary>
        <RawAnswer answer={answer} />
      </details>
    </>
  )
}

/** The most hits that `from` and `size` can reach. */
const maxReach = 10_000

interface PagerProps {
  shown: number
  total: number
  body: Body
  onSearch(body: Body): void
}

/** The pages before and after this one. */
function Pager({ shown, total, body, onSearch }: PagerProps) {
  const { from, size } = readWindow(body)
  if (size === 0 || total === 0) return null
  const goTo = (start: number) => onSearch(withFrom(body, Math.max(0, start)))
  return (
    <nav class="pager" aria-label="Pages of results">
      <button type="button" class="small" disabled={from === 0} onClick={() => goTo(from - size)}>
        Previous
      </button>
      {shown > 0 && (
        <p>
          {count(from + 1)} to {count(from + shown)} of {count(total)}
          {shown > maxRows && `; the table shows the first ${maxRows}`}
        </p>
      )}
      <button
        type="button"
        class="small"
        disabled={from + size >= Math.min(total, maxReach)}
        onClick={() => goTo(from + size)}
      >
        Next
      </button>
    </nav>
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
    `${data.totalRelation === 'gte' ? 'At least ' : ''}${count(data.total)} found`,
    `${Math.round(ms)} ms`,
    cost && `cost ${cost}`,
    left && limit && `${count(Number(left))} of ${count(Number(limit))} requests left`,
  ]
    .filter(Boolean)
    .join(' · ')
}
