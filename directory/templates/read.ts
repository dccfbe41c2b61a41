import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting } from '../../kit/config/settings.js'
import {
  ConfigurationError,
  type Diagnostic,
  type PlacedDiagnostic,
  type ReportDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type Source } from '../../kit/config/yaml/source.js'
import type { GatewayView } from '../../plugins/kit/policy.js'
import { questionOf } from './build.js'
import type { Declared } from './parameter.js'
import { parameterSchema } from './parameter-schema.js'
import type { Question } from './question.js'
import { questionSchema } from './schema.js'

/** Folder of the questions, in the configuration folder. */
const folder = 'search-templates'

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
  const source = sourceOf(name, mistakes)
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
  const question = questionOf(name, value, report)
  if (mistakes.length > 0) return { question: undefined, mistakes, placeAll }
  // what was found out about the same text before is kept with its question
  const known = questions.get(source) ?? question
  questions.set(source, known)
  return { question: known, mistakes, placeAll }
}

const questions = new WeakMap<Source, Question>()

/** The names of the questions' files. */
export function questionNames(): string[] {
  const path = join(requiredSetting('CONFIG_DIR'), folder)
  const files = existsSync(path) ? readdirSync(path) : []
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
