import {
  type Diagnostic,
  describe,
  didYouMean,
  type Path,
} from '../../../kit/config/yaml/diagnostics.js'
import type { GatewayView } from '../policy.js'
import type { SearchRulesParams } from '../rules/params.js'
import { readTemplate, templateNames } from './read.js'
import { ruleMistakes } from './rule-mistakes.js'
import type { SearchTemplate } from './search-template.js'

/** What is wrong with a template or its file. @param path Of the parameter that names it. */
export function templateMistakes(
  name: string,
  path: Path,
  rules: SearchRulesParams,
  { validate, routes }: GatewayView,
): Diagnostic[] {
  if (!templateNames().includes(name)) {
    const message = `there is no file search-templates/${name}.yml in CONFIG_DIR`
    return [{ path, rule: 'template-missing', message, remedy: didYouMean(name, templateNames()) }]
  }
  const { template, mistakes, placeAll } = readTemplate(name, validate)
  const refused = template ? placeAll(ruleMistakes(template, rules, routes)) : []
  return [...mistakes, ...refused].map((mistake) => ({ ...mistake, path, location: mistake }))
}

/** @throws Error with the mistakes of a file that the check of a start refuses. */
export function templateNamed(name: string): SearchTemplate {
  const { template, mistakes } = readTemplate(name)
  if (template) return template
  const problems = mistakes.map(describe).join('\n') || 'it is not usable'
  throw new Error(`search template "${name}": ${problems}`)
}
