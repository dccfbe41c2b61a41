import type { Diagnostic, Path } from '../../../kit/config/yaml/diagnostics.js'
import { filterProblems, parseSteps } from '../../../packages/query-guard/src/index.js'
import { accessMistakes } from '../engine-access.js'
import { rulesFor } from './by-plan.js'
import { prefixMistakes } from './index-prefixes.js'
import type { SearchRulesParams } from './params.js'
import { planMistakes } from './plan-mistakes.js'

/** What no schema can say about the parameters. @param path Where they are in a step. */
export function formMistakes(params: SearchRulesParams, path: Path = []): Diagnostic[] {
  const { engine, plans = {} } = params
  return [
    ...rulesMistakes(params, params, path),
    ...(engine ? accessMistakes(engine, [...path, 'engine']) : []),
    ...planMistakes(Object.keys(plans), [...path, 'plans']),
    ...Object.entries(plans).flatMap(([plan, written]) =>
      rulesMistakes(written, rulesFor(params, plan), [...path, 'plans', plan]),
    ),
  ]
}

/** Mistakes in the members that may differ by plan. @param rules Those that hold together. */
function rulesMistakes(
  { indexPrefixes = [], filter }: Partial<SearchRulesParams>,
  rules: SearchRulesParams,
  path: Path,
): Diagnostic[] {
  const ofFilter = filter ? filterProblems({ ...rules, filter }) : []
  const problems = ofFilter.map((problem) => problem.replace(/^body: /, ''))
  return [
    ...prefixMistakes(indexPrefixes).map((found) => ({ ...found, path: [...path, ...found.path] })),
    ...problems.map((problem) => ({
      path: [...path, 'filter', ...parseSteps(/^(\S+): /.exec(problem)?.[1] ?? '')],
      rule: 'filter-refused',
      message: `the search rules refuse the filter: ${problem}`,
      remedy: 'write a query of docs/search-rules.md, as docs/limits.md describes',
    })),
  ]
}

/** Warnings about what the operator has opened on purpose. */
export function openedMistakes({ unsafe }: SearchRulesParams): Diagnostic[] {
  if (!unsafe?.length) return []
  const message = `unsafe constructs are not validated: ${unsafe.join(', ')}`
  const remedy = 'remove them when they are no longer needed'
  return [{ path: ['unsafe'], rule: 'search-unsafe', message, remedy, severity: 'warning' }]
}
