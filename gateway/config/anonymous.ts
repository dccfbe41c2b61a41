import type { ReportDiagnostic } from '../../kit/config/yaml/diagnostics.js'
import type { PlacedStep } from './order.js'

/**
 * Checks a pipeline that accepts callers without a credential: they may only use what the
 * operator has composed, and each address has a limit.
 */
export function checkAnonymous(
  pipeline: string,
  steps: readonly PlacedStep[],
  report: ReportDiagnostic,
): void {
  const open = steps.find(({ place }) => place.acceptsAnonymous)
  if (!open) return
  const here = `pipeline "${pipeline}": callers without a credential`
  const asked = steps.find(({ provides }) => provides.includes('search'))
  const answering = steps.find(({ role }) => role === 'answer')
  if (!asked?.place.servesAnonymous || !answering?.place.needs?.includes('search')) {
    const message = `${here} may only use search templates`
    const remedy = 'remove "anonymous", or answer by search-template or mcp'
    report(open.path, 'anonymous-refused', message, remedy)
  }
  const isLimit = ({ throttles, place }: PlacedStep) =>
    throttles && place.before?.includes('caller')
  if (!steps.some(isLimit)) {
    const remedy = 'add a step throttle by address, without a condition'
    report(open.path, 'anonymous-unlimited', `${here} have no limit`, remedy)
  }
}
