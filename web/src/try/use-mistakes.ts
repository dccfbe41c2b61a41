import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError } from '../../../packages/client/src/errors.js'
import type { Explanation } from '../../../packages/client/src/types.js'
import { useLoaded } from '../kit/action.js'
import { ifOffered } from '../kit/api.js'
import type { Access } from './access.js'
import { explain } from './calls.js'
import { findSyntaxError, locateMistakes, type Mistake } from './mistakes.js'
import { parseBody, type Query } from './query.js'
import type { SearchState } from './use-search.js'

/** What is known of a query before it is sent, and from its refusal. */
export interface Checked {
  /** The text that was checked: while one types, an earlier one. */
  text: string
  mistakes: readonly Mistake[]
  /** Undefined while there is none, and where the gateway does not explain. */
  explanation: Explanation | undefined
}

const pauseMs = 400

/** Checks the query when nothing was typed for a while. */
export function useMistakes(query: Query, access: Access, search: SearchState): Checked {
  const settled = useSettled(query)
  const explanation = useExplanation(settled, access)
  const refused = search.query?.text === settled.text ? readRefusal(search.error) : []
  const problems = explanation?.problems.body?._errors ?? refused
  const { text } = settled
  const key = problems.join('\n')
  const mistakes = useMemo(() => toMistakes(text, problems), [text, key])
  return { text, mistakes, explanation }
}

function toMistakes(text: string, problems: readonly string[]): Mistake[] {
  if (parseBody(text)) return locateMistakes(text, problems)
  const message = 'The body must be an object: { "query": … }'
  return [findSyntaxError(text) ?? { message, span: { from: 0, to: 1 } }]
}

const readRefusal = (error: unknown) => (error instanceof ApiError && error.mistakes.body) || []

/** The query once it has not changed for a while. */
function useSettled(query: Query): Query {
  const [settled, setSettled] = useState(query)
  const { index, text } = query
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ index, text }), pauseMs)
    return () => clearTimeout(timer)
  }, [index, text])
  return settled
}

/** A gateway that does not offer the call is asked once. */
function useExplanation(query: Query, { isOpen }: Access): Explanation | undefined {
  const isOffered = useRef(true)
  const key = `${isOpen} ${query.index} ${query.text}`
  const { data } = useLoaded(async (signal) => {
    if (!isOpen || !isOffered.current || !parseBody(query.text)) return undefined
    // another error is one of the search too, which shows it
    const explanation = await ifOffered(explain(query, signal)).catch(() => null)
    if (explanation === undefined) isOffered.current = false
    return explanation ? { key, explanation } : undefined
  }, key)
  return data?.key === key ? data.explanation : undefined
}
