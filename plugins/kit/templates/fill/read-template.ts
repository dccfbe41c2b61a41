import { join } from 'node:path'
import { requiredSetting } from '../../../../kit/config/settings.js'
import {
  ConfigurationError,
  type Diagnostic,
  describe,
  didYouMean,
  type Path,
  type PlacedDiagnostic,
  type ReportDiagnostic,
} from '../../../../kit/config/yaml/diagnostics.js'
import { configurationFiles, readConfigurationFile } from '../../../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../../../kit/config/yaml/mapping.js'
import { parseSource, type Source } from '../../../../kit/config/yaml/source.js'
import type { GatewayView } from '../../policy.js'
import type { SearchRulesParams } from '../../rules/params.js'
import { findKind, parameterSchema } from '../parameters/kinds.js'
import type { Declared } from '../parameters/parameter.js'
import { templateOf } from './build-template.js'
import { ruleMistakes } from './rule-mistakes.js'
import type { SearchTemplate } from './search-template.js'
import { makeTemplateSchema } from './template-schema.js'

/** Folder of the search templates, in the configuration folder. */
const folder = 'search-templates'

/** A search template, undefined if it has a mistake, and how to place findings in its file. */
export interface ReadTemplate {
  template: SearchTemplate | undefined
  mistakes: PlacedDiagnostic[]
  /** Places findings in its file, without those that the operator has silenced there. */
  placeAll: Source['placeAll']
}

/**
 * Reads the file of a search template.
 * @param validate Validates by a JSON Schema; a host that has none gets less exact messages.
 */
export function readTemplate(
  name: string,
  validate: GatewayView['validate'] = () => [],
): ReadTemplate {
  const mistakes: PlacedDiagnostic[] = []
  const source = sourceOf(name, mistakes)
  const placeAll = (found: readonly Diagnostic[]) => source?.placeAll(found) ?? []
  if (!source || mistakes.length > 0) return { template: undefined, mistakes, placeAll }
  const report = reporter(source, mistakes)
  const { value } = source
  mistakes.push(...placeAll(validate(makeTemplateSchema(), structuredClone(value), [])))
  if (mistakes.length > 0 || !isMapping(value)) return { template: undefined, mistakes, placeAll }
  for (const [key, declared] of Object.entries((value.parameters ?? {}) as Mapping)) {
    const schema = parameterSchema((declared as Declared).type)
    const path = ['parameters', key]
    mistakes.push(...placeAll(validate(schema, structuredClone(declared), path)))
  }
  if (mistakes.length > 0) return { template: undefined, mistakes, placeAll }
  const template = templateOf(name, value, report)
  const used = new Set([...template.parameters.values()].map(({ type }) => findKind(type)))
  mistakes.push(...[...used].flatMap((kind) => kind.findMistakes?.() ?? []))
  if (mistakes.length > 0) return { template: undefined, mistakes, placeAll }
  return { template, mistakes, placeAll }
}

/** The names of the search templates. */
export function templateNames(): string[] {
  const files = configurationFiles(join(requiredSetting('CONFIG_DIR'), folder))
  return files.filter((file) => file.endsWith('.yml')).map((file) => file.slice(0, -4))
}

/** By path and text: a start reads each file several times. */
const parsed = new Map<string, Source>()

/** A file as YAML; its mistakes are added to the others. */
function sourceOf(name: string, mistakes: PlacedDiagnostic[]): Source | undefined {
  try {
    const path = join(requiredSetting('CONFIG_DIR'), folder)
    const { file, text } = readConfigurationFile(path, `${name}.yml`)
    const key = `${file}\n${text}`
    const source = parsed.get(key) ?? parseSource(file, text, () => undefined)
    parsed.set(key, source)
    mistakes.push(...source.mistakes)
    return source
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    mistakes.push(...error.mistakes)
    return undefined
  }
}

function reporter(source: Source, mistakes: PlacedDiagnostic[]): ReportDiagnostic {
  return (path, rule, message, remedy) =>
    mistakes.push(source.place({ path, rule, message, remedy }))
}

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
