import { useEffect, useRef, useState } from 'preact/hooks'
import { pageOf } from '../directory/address.js'
import { useLoaded } from '../kit/action.js'
import { offered } from '../kit/api.js'
import { Problem } from '../kit/form.js'
import { count } from '../kit/format.js'
import type { Access } from './access.js'
import { chartsOf } from './buckets.js'
import type { Searched } from './calls.js'
import { Charts } from './charts.js'
import { HitMap } from './hit-map.js'
import { Nothing } from './nothing.js'
import { Pager } from './pager.js'
import type { PageOf } from './points.js'
import { Presets, type SearchBody } from './preset-list.js'
import { type Body, bodyIn, withFilter } from './query.js'
import { mostRows, ResultTable } from './table.js'
import type { Searching } from './use-search.js'

interface ResultsProps {
  searching: Searching
  access: Access
  searchBody: SearchBody
}

/** What the last search has found. */
export function Results({ searching, access, searchBody }: ResultsProps) {
  const { answer, asked, error, isRunning } = searching
  const hasPages = useLoaded(offered, '').data?.pages.directory !== undefined
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (answer || error) bringIntoView(section.current!)
  }, [answer, error])
  const body = asked && bodyIn(asked.text)
  return (
    <section
      ref={section}
      class={isRunning ? 'card found dim' : 'card found'}
      aria-labelledby="results"
      aria-busy={isRunning}
    >
      <header>
        <h2 id="results">Results</h2>
        <p role="status">{isRunning ? 'Searching …' : answer && summaryOf(answer)}</p>
      </header>
      <Problem error={error} />
      {answer && body && (
        <Answered
          {...{ answer, body, searchBody }}
          pageOf={hasPages ? pageOfHit : undefined}
          index={asked.index}
        />
      )}
      {!answer && error === undefined && (
        <div class="begin">
          <p class="lead">
            Search with the query as it is, or begin with an example. Its values are taken from the
            organizations that are loaded.
          </p>
          <Presets access={access} searchBody={searchBody} />
        </div>
      )}
    </section>
  )
}

/** Without its name, which a search may leave out, the address leads to the one with it. */
const pageOfHit: PageOf = ({ id, name }) => pageOf({ id, name: name ?? '' })

/** Scrolls to what has come, unless it is in sight, as next to the query. */
function bringIntoView(element: HTMLElement): void {
  const { top } = element.getBoundingClientRect()
  if (top < 0 || top > innerHeight / 2) element.scrollIntoView()
}

interface AnsweredProps {
  answer: Searched
  body: Body
  pageOf: PageOf | undefined
  index: string
  searchBody: SearchBody
}

function Answered({ answer, body, pageOf, index, searchBody }: AnsweredProps) {
  const { data, hits, meta } = answer
  const goOn = (next: Body) => void searchBody(next, index)
  const [marked, setMarked] = useState<string>()
  const charts = chartsOf(data.aggregations ?? {}, body.aggs ?? body.aggregations)
  return (
    <>
      {meta.hints && (
        <ul class="notice hints">
          {meta.hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      <Charts charts={charts} onFilter={(clause) => goOn(withFilter(body, clause))} />
      <HitMap
        key={index}
        {...{ answer, pageOf }}
        isOpenFirst={index.startsWith('map')}
        marked={marked}
        onMark={setMarked}
      />
      {hits.length > 0 && (
        <ResultTable {...{ hits, body, pageOf }} marked={marked} onMark={setMarked} />
      )}
      {hits.length === 0 && charts.length === 0 && (
        <Nothing total={data.total} body={body} onSearch={goOn} />
      )}
      <Pager
        shown={hits.length}
        mostRows={mostRows}
        total={data.total}
        body={body}
        onSearch={goOn}
      />
      <details class="response">
        <summary>Response as JSON</summary>
        <Raw answer={answer} />
      </details>
    </>
  )
}

/** Letters of an answer that are shown: more would hold up the browser. */
const mostLetters = 1_000_000

function Raw({ answer: { data, meta } }: { answer: Searched }) {
  const text = JSON.stringify({ status: 'success', data, meta }, null, 2)
  return (
    <pre class="raw" tabIndex={0}>
      {text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text}
    </pre>
  )
}

function summaryOf({ data, ms, headers }: Searched): string {
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
