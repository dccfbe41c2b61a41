import type { Diagnostic } from '../../kit/config/yaml/diagnostics.js'
import { anonymousPlan } from '../../kit/credentials/plans.js'
import type { GatewayView } from '../kit/policy.js'
import { rulesFor } from '../kit/rules/by-plan.js'
import type { SearchRulesParams } from '../kit/rules/params.js'
import { readTemplate, templateNamed, templateNames } from '../kit/templates/fill/read-template.js'
import { ruleMistakes } from '../kit/templates/fill/rule-mistakes.js'
import type { SearchTemplate } from '../kit/templates/fill/search-template.js'
import { fieldsTool } from './fields-tool.js'
import { searchTool, searchToolName } from './search-tool.js'
import { type ToolTemplate, templateTool } from './template-tool.js'
import type { Tool } from './tool.js'

interface ToolChoice {
  /** Of the search templates. */
  rules: SearchRulesParams
  /** Of the free search; without them there are only search templates. */
  searchRules?: SearchRulesParams
  freeSearch: boolean
}

/** Names of the tools that are not search templates. */
const takenNames = () => ['describe_fields', searchToolName()]

/**
 * The tools that a step has for callers of a plan, by name: search templates first, in the order
 * of their names. Without a credential there are no others.
 */
export function toolsOf(choice: ToolChoice, plan?: string): ReadonlyMap<string, Tool> {
  const rules = rulesFor(choice.rules, plan)
  const free = plan === anonymousPlan ? undefined : choice.searchRules
  const searchRules = free && rulesFor(free, plan)
  const fields = searchRules && fieldsTool(searchRules)
  const tools = [
    ...declaredTools()
      .map((template) => templateTool(template, rules, plan))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
    ...(fields ? [fields] : []),
    ...(choice.freeSearch && searchRules ? [searchTool(searchRules)] : []),
  ]
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** What is wrong with the templates that are tools, or with files that may be. */
export function toolMistakes(
  rules: SearchRulesParams,
  { validate, routes }: GatewayView,
): Diagnostic[] {
  const names = new Set(takenNames())
  return templateNames().flatMap((file) => {
    const { template, mistakes, placeAll } = readTemplate(file, validate)
    const found: Diagnostic[] = []
    if (template?.mcp) {
      const { name } = template.mcp
      if (names.has(name)) {
        const message = `there is another tool "${name}"`
        const path = ['mcp', 'name']
        found.push({ path, rule: 'tool-twice', message, remedy: 'choose another name' })
      }
      names.add(name)
      found.push(...ruleMistakes(template, rules, routes))
    }
    return [...mistakes, ...placeAll(found)].map((mistake) => ({
      ...mistake,
      path: ['rules'],
      location: mistake,
    }))
  })
}

/** The templates that are tools. @throws Error for a file that the check of a start refuses. */
function declaredTools(): ToolTemplate[] {
  return templateNames().map(templateNamed).filter(isTool)
}

const isTool = (template: SearchTemplate): template is ToolTemplate => template.mcp !== undefined
