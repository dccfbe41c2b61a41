import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { requiredSetting } from '../../../kit/config/settings.js'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type Path,
  type PlacedDiagnostic,
  type Report,
} from '../../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../../kit/config/yaml/mapping.js'
import { parseSource, type Source } from '../../../kit/config/yaml/source.js'
import type { GatewayView } from '../../kit/policy.js'
import { declaredParameters, listParameter } from './declared.js'
import type { Declared, Parameter } from './parameter.js'
import type { Question } from './question.js'
import { namePattern, parameterSchema, questionSchema } from './schema.js'
import { compile, type Meaning, type Part, type Place, type Scope } from './template.js'

/** Folder of the questions, in the configuration folder, and of what they include. */
const folder = 'questions'
const partsFolder = join(folder, 'parts')

/** A question, and how to place mistakes in its file; undefined if it cannot be understood. */
export interface ReadQuestion {
  question: Question | undefined
  mistakes: PlacedDiagnostic[]
  /** Where the value at a path of its file stands. */
  place: Source['place']
}

type Validate = GatewayView['validate']

/**
 * Reads the file of a question.
 * @param validate Judges by a JSON Schema; a host that has none gets less exact messages.
 */
export function readQuestion(name: string, validate: Validate = () => []): ReadQuestion {
  const mistakes: PlacedDiagnostic[] = []
  const source = sourceOf(folder, name, mistakes)
  const place = (mistake: Diagnostic) => source!.place(mistake)
  if (!source || mistakes.length > 0) return { question: undefined, mistakes, place }
  const report = reporter(source, mistakes)
  const { value } = source
  mistakes.push(...validate(questionSchema, structuredClone(value), []).map(place))
  if (mistakes.length > 0 || !isMapping(value)) return { question: undefined, mistakes, place }
  for (const [key, declared] of Object.entries((value.parameters ?? {}) as Mapping)) {
    const schema = parameterSchema((declared as Declared).type)
    const path = ['parameters', key]
    mistakes.push(...validate(schema, structuredClone(declared), path).map(place))
  }
  if (mistakes.length > 0) return { question: undefined, mistakes, place }
  const question = questionOf(name, value, report, (part, args, at, scope) =>
    includedPart(part, args, at, scope, mistakes),
  )
  return { question: mistakes.length > 0 ? undefined : question, mistakes, place }
}

/** The names of the files in a folder of questions. */
export function namesIn(within = folder): string[] {
  const path = join(requiredSetting('CONFIG_DIR'), within)
  const files = existsSync(path) ? readdirSync(path) : []
  return files.filter((file) => file.endsWith('.yml')).map((file) => file.slice(0, -4))
}

/** The text of a file as YAML; its mistakes are reported. */
function sourceOf(within: string, name: string, mistakes: PlacedDiagnostic[]): Source | undefined {
  try {
    const { file, text } = readConfigurationFile(
      join(requiredSetting('CONFIG_DIR'), within),
      `${name}.yml`,
    )
    const source = parseSource(file, text, () => undefined)
    mistakes.push(...source.mistakes)
    return source
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    mistakes.push(...error.mistakes)
    return undefined
  }
}

function reporter(source: Source, mistakes: PlacedDiagnostic[]): Report {
  return (path, rule, message, remedy) =>
    mistakes.push(source.place({ path, rule, message, remedy }))
}

type Include = (
  name: string,
  args: ReadonlyMap<string, Meaning>,
  place: Place,
  scope: Scope,
) => Part

function questionOf(name: string, value: Mapping, report: Report, include: Include): Question {
  const { title, description, index, body, fields, facets = {}, maxAge = 0, one, list } = value
  checkShape(value, report)
  const parameters = declaredParameters(
    (value.parameters ?? {}) as Record<string, Declared>,
    report,
  )
  const own = new Map([...parameters].map(([key, parameter]) => [key, { parameter }]))
  const scope: Scope = { names: own, report, choices: new Map(), used: new Set() }
  scope.include = (part, args, place) => include(part, args, place, scope)
  const choices = new Map<string, ReadonlyMap<string, Part>>()
  for (const [key, { type, choices: declared }] of Object.entries(declaredIn(value))) {
    if (type !== 'choice') continue
    const at = ['parameters', key, 'choices']
    const parts = Object.entries(declared ?? {}).map(
      ([choice, part]) => [choice, compile(part, placeAt([...at, choice], []), scope)] as const,
    )
    choices.set(key, new Map(parts))
  }
  scope.choices = choices
  const filled = compile(body, placeAt(['body'], []), scope)
  const counted = Object.entries(facets as Mapping).map(
    ([key, part]) => [key, compile(part, placeAt(['facets', key], ['aggs', key]), scope)] as const,
  )
  for (const key of own.keys()) {
    if (!scope.used.has(key))
      report(
        ['parameters', key],
        'question-unused',
        `nothing uses the parameter "${key}"`,
        `write $${key} in the body, or remove it`,
      )
  }
  const kind = one === undefined ? 'list' : 'one'
  return {
    ...{ name, title: String(title), description: String(description), index: String(index) },
    parameters: withLists(parameters, fields as string[], Object.keys(facets as Mapping)),
    ...{ body: filled, fields: fields as string[], facets: new Map(counted) },
    maxAge: maxAge as number,
    answer: (one ?? list) === undefined ? { kind: 'page' } : { kind, name: String(one ?? list) },
  }
}

const declaredIn = ({ parameters }: Mapping) => (parameters ?? {}) as Record<string, Declared>

const placeAt = (path: Path, keys: readonly string[]): Place => ({ path, keys, given: new Set() })

const name = new RegExp(namePattern)
/** Choices may begin with a minus, as an order does that turns another round. */
const choice = new RegExp(namePattern.replace('^', '^-?'))

/** What holds of the file as a whole. */
function checkShape(value: Mapping, report: Report): void {
  const { index, body, facets, one, list } = value
  for (const [within, names] of [
    [['parameters'], declaredIn(value)],
    [['facets'], (facets ?? {}) as Mapping],
    ...Object.entries(declaredIn(value)).map(([key, { choices = {} }]) => [
      ['parameters', key, 'choices'],
      choices,
    ]),
  ] as [Path, Mapping][]) {
    const taken = within.at(-1) === 'choices' ? choice : name
    for (const key of Object.keys(names).filter((one) => !taken.test(one)))
      report([...within, key], 'question-name', `the name "${key}" is not taken`, namesTaken)
  }
  if (String(index).includes('$'))
    report(
      ['index'],
      'question-key',
      'the index holds a $',
      'write the name: no parameter changes it',
    )
  if (one !== undefined && list !== undefined)
    report(['list'], 'question-answer', '"list" stands beside "one"', 'keep one of them')
  if (facets !== undefined && (one ?? list) !== undefined)
    report(['facets'], 'question-answer', 'only a page of results has facets', 'remove them')
  const pages = Object.entries(declaredIn(value)).filter(([, { type }]) => type === 'page')
  for (const [key] of pages) {
    const { size } = declaredIn(value)
    if (size?.type !== 'integer' || (body as Mapping).size !== '$size')
      report(
        ['parameters', key],
        'question-answer',
        'a page needs the size of pages',
        'declare size: { type: integer, … } and write size: $size in the body',
      )
    if ((one ?? list) !== undefined)
      report(['parameters', key], 'question-answer', 'this answer has no pages', 'remove it')
  }
  for (const [key, instead] of Object.entries(reserved)) {
    if (Object.hasOwn(body as Mapping, key))
      report(['body', key], 'question-key', `"${key}" may not stand in the body`, instead)
  }
}

const namesTaken = 'write a letter of a-z, then a-z 0-9 and _'

/** Members of a body that come from elsewhere in the file. */
const reserved: Readonly<Record<string, string>> = {
  _source: 'name the fields under "fields"',
  aggs: 'name aggregations under "facets"',
  aggregations: 'name aggregations under "facets"',
}

/** With the parameters by which a caller chooses fields and facets. */
function withLists(
  parameters: Map<string, Parameter>,
  fields: readonly string[],
  facets: readonly string[],
): ReadonlyMap<string, Parameter> {
  const all = new Map(parameters)
  if (fields.length > 1)
    all.set('fields', listParameter('fields', 'Fields that the answer holds.', fields))
  if (facets.length > 0)
    all.set('facets', listParameter('facets', 'Counts of all that was found.', facets))
  return all
}

/** Compiles the file of a part, whose holes are the arguments. */
function includedPart(
  name: string,
  args: ReadonlyMap<string, Meaning>,
  { keys, given, path }: Place,
  scope: Scope,
  mistakes: PlacedDiagnostic[],
): Part {
  if (!/^[a-z0-9-]+$/.test(name)) {
    const remedy = 'write the name of a file in questions/parts, without .yml'
    scope.report(path, 'question-include', 'this is no name of a part', remedy)
    return () => undefined
  }
  if (!namesIn(partsFolder).includes(name)) {
    const remedy = didYouMean(name, namesIn(partsFolder))
    scope.report(path, 'question-include', `there is no file ${partsFolder}/${name}.yml`, remedy)
    return () => undefined
  }
  const source = sourceOf(partsFolder, name, mistakes)
  if (!source || source.mistakes.length > 0) return () => undefined
  const used = new Set<string>()
  const inside = { ...scope, names: args, used, include: undefined }
  const report = reporter(source, mistakes)
  const part = compile(source.value, { path: [], keys, given }, { ...inside, report })
  for (const arg of args.keys()) {
    if (used.has(arg)) continue
    const remedy = didYouMean(arg, used)
    const at = [...path.slice(0, -1), arg]
    scope.report(at, 'question-include', `the part has no hole "${arg}"`, remedy)
  }
  return part
}
