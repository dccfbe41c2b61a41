import { highestCost } from '../../directory/templates/check-question.js'
import type { Question } from '../../directory/templates/question.js'
import { questionNames, readQuestion } from '../../directory/templates/read.js'
import { ruleMistakes } from '../../directory/templates/rule-mistakes.js'
import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import {
  defaultMaxCost,
  type SearchRulesParams,
} from '../../packages/query-guard/src/grammar/settings.js'
import { rulesFor } from '../kit/plan-rules.js'
import type { GatewayView } from '../kit/policy.js'
import { fieldsTool } from './fields-tool.js'
import { questionTool, type ToolQuestion } from './question-tool.js'
import { searchTool } from './search-tool.js'
import type { Tool } from './tool.js'

interface ToolChoice {
  /** Of the questions. */
  rules: SearchRulesParams
  /** Of the free search; without them there are only questions. */
  searchRules?: SearchRulesParams
  freeSearch: boolean
}

/** Names that are taken by tools of no question. */
const taken = ['describe_fields', 'search_organizations']

/**
 * The tools that a step has for callers of a plan, by name: those of questions first, in the order
 * of their names.
 */
export function toolsOf(choice: ToolChoice, plan?: string): ReadonlyMap<string, Tool> {
  const rules = rulesFor(choice.rules, plan)
  const searchRules = choice.searchRules && rulesFor(choice.searchRules, plan)
  const fields = searchRules && fieldsTool(searchRules)
  const tools = [
    ...declaredTools()
      .map((question) => questionTool(question, rules))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    ...(fields ? [fields] : []),
    ...(choice.freeSearch && searchRules ? [searchTool(searchRules)] : []),
  ]
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** Maximum cost of a call. */
export function highestToolCost({ rules, searchRules, freeSearch }: ToolChoice): number {
  const ofPlans = Object.values(searchRules?.plans ?? {}).map(({ maxCost = 0 }) => maxCost)
  const ofSearch = freeSearch ? [searchRules?.maxCost ?? defaultMaxCost, ...ofPlans] : [0]
  const costs = declaredTools().map((question) => highestCost(question, rules))
  return Math.max(...ofSearch, ...costs)
}

/** What is wrong with the questions that are tools, or with files that may be. */
export function toolMistakes(
  rules: SearchRulesParams,
  { validate, routes }: GatewayView,
): Diagnostic[] {
  const names = new Set(taken)
  return questionNames().flatMap((file) => {
    const { question, mistakes, placeAll } = readQuestion(file, validate)
    const found: Diagnostic[] = []
    if (question?.mcp) {
      const { name } = question.mcp
      if (names.has(name)) {
        const message = `there is another tool "${name}"`
        const path = ['mcp', 'name']
        found.push({ path, rule: 'tool-twice', message, remedy: 'choose another name' })
      }
      names.add(name)
      found.push(...ruleMistakes(question, rules, routes))
    }
    return [...mistakes, ...placeAll(found)].map((mistake) => ({
      ...mistake,
      path: ['rules'],
      location: mistake,
    }))
  })
}

/** The questions that are tools. @throws Error for a file that the check of a start refuses. */
function declaredTools(): ToolQuestion[] {
  return questionNames().flatMap((file) => {
    const { question, mistakes } = readQuestion(file)
    const [mistake] = mistakes
    if (!question) throw new Error(`${file}: ${mistake?.message}: ${mistake?.remedy}`)
    return isTool(question) ? [question] : []
  })
}

const isTool = (question: Question): question is ToolQuestion => question.mcp !== undefined
