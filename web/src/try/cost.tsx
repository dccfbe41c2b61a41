import type { Explanation } from '../../../packages/client/src/types.js'

const amount = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })

interface CostProps {
  explanation: Explanation | undefined
  isOpen: boolean
  isValid: boolean
}

/** What the query would cost, before it is sent. */
export function Cost({ explanation, isOpen, isValid }: CostProps) {
  if (!isOpen || !isValid || explanation?.accepted === false)
    return (
      <p class="hint">
        {isOpen ? 'Query cost: shown when the body is valid' : 'Ctrl+Enter searches'}
      </p>
    )
  if (!explanation) return <p class="hint">Query cost: shown with the answer</p>
  const { cost, budget } = explanation
  return (
    <div class="cost">
      <p>
        Query cost <strong>{amount.format(cost.total)}</strong> of at most {amount.format(cost.cap)}
        {budget && `; ${amount.format(budget.remaining)} of ${amount.format(budget.limit)} left`}
      </p>
      <meter aria-hidden="true" max={cost.cap} value={cost.total} />
    </div>
  )
}
