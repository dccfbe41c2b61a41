import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting } from '../../kit/config/settings.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type PlacedDiagnostic,
  type ReportDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type Source } from '../../kit/config/yaml/source.js'
import type { GatewayView } from '../../plugins/kit/policy.js'
import { questionOf } from './build.js'
import type { Fragment, Meaning, TemplatePlace, TemplateScope } from './fragment.js'
import type { Declared } from './parameter.js'
import { parameterSchema } from './parameter-schema.js'
import type { Question } from './question.js'
import type { Used } from './relations.js'
import { questionSchema } from './schema.js'
import { compile } from './template.js'

/** Folder of the questions, in the configuration folder, and of what they include. */
const folder = 'search-templates'
const partsFolder = join(folder, 'parts')

/** A question, and how to place mistakes in its file; undefined if it cannot be understood. */
export interface ReadQuestion {
  question: Question | undefined
  mistakes: PlacedDiagnostic[]
  /** Places findings in its file, without those that the operator has silenced there. */
  placeAll: Source['placeAll']
}

/**
 * Reads the file of a question.
 * @param validate Validates by a JSON Schema; a host that has none gets less exact messages.
 */
export function readQuestion(
  name: string,
  validate: GatewayView['validate'] = () => [],
): ReadQuestion {
  const mistakes: PlacedDiagnostic[] = []
  const texts: string[] = []
  const source = sourceOf(folder, name, mistakes, texts)
  const placeAll = (found: readonly Diagnostic[]) => source?.placeAll(found) ?? []
  if (!source || mistakes.length > 0) return { question: undefined, mistakes, placeAll }
  const report = reporter(source, mistakes)
  const { value } = source
  mistakes.push(...placeAll(validate(questionSchema, structuredClone(value), [])))
  if (mistakes.length > 0 || !isMapping(value)) return { question: undefined, mistakes, placeAll }
  for (const [key, declared] of Object.entries((value.parameters ?? {}) as Mapping)) {
    const schema = parameterSchema((declared as Declared).type)
    const path = ['parameters', key]
    mistakes.push(...placeAll(validate(schema, structuredClone(declared), path)))
  }
  if (mistakes.length > 0) return { question: undefined, mistakes, placeAll }
  const question = questionOf(name, value, report, (part, args, at, scope) =>
    includedPart(part, args, at, scope, mistakes, texts),
  )
  if (mistakes.length > 0) return { question: undefined, mistakes, placeAll }
  return { question: knownAs(question, texts), mistakes, placeAll }
}

/** By name and the texts of all its files. */
const known = new Map<string, Question>()

/** The question as it was read from the same texts before: what was found out about it is kept. */
function knownAs(question: Question, texts: readonly string[]): Question {
  const key = JSON.stringify([question.name, ...texts])
  const earlier = known.get(key) ?? question
  known.set(key, earlier)
  return earlier
}

/** The names of the files in a folder of questions. */
export function namesIn(within = folder): string[] {
  const path = join(requiredSetting('CONFIG_DIR'), within)
  const files = existsSync(path) ? readdirSync(path) : []
  return files.filter((file) => file.endsWith('.yml')).map((file) => file.slice(0, -4))
}

/** By path and text: a start reads each file several times. */
const parsed = new Map<string, Source>()

/** The text of a file, which `texts` gets, as YAML; its mistakes are reported. */
function sourceOf(
  within: string,
  name: string,
  mistakes: PlacedDiagnostic[],
  texts: string[],
): Source | undefined {
  try {
    const { file, text } = readConfigurationFile(
      join(requiredSetting('CONFIG_DIR'), within),
      `${name}.yml`,
    )
    texts.push(text)
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

/** Compiles the file of a part, whose placeholders are the arguments. */
function includedPart(
  name: string,
  args: ReadonlyMap<string, Meaning>,
  { keys, given, path }: TemplatePlace,
  scope: TemplateScope,
  mistakes: PlacedDiagnostic[],
  texts: string[],
): Fragment {
  if (!/^[a-z0-9-]+$/.test(name)) {
    const remedy = 'write the name of a file in search-templates/parts, without .yml'
    scope.report(path, 'question-include', 'this must be the name of a part', remedy)
    return () => undefined
  }
  if (!namesIn(partsFolder).includes(name)) {
    const remedy = didYouMean(name, namesIn(partsFolder))
    scope.report(path, 'question-include', `there is no file ${partsFolder}/${name}.yml`, remedy)
    return () => undefined
  }
  const source = sourceOf(partsFolder, name, mistakes, texts)
  if (!source || source.mistakes.length > 0) return () => undefined
  const used: Used = new Map()
  const inside = { ...scope, names: args, used, include: undefined }
  const report = reporter(source, mistakes)
  const part = compile(source.value, { path: [], keys, given }, { ...inside, report })
  for (const arg of args.keys()) {
    if (used.has(arg)) continue
    const remedy = didYouMean(arg, used.keys())
    const at = [...path.slice(0, -1), arg]
    scope.report(at, 'question-include', `the part has no placeholder "${arg}"`, remedy)
  }
  return part
}
