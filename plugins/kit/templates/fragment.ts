import type { Path, ReportDiagnostic } from '../../../kit/config/yaml/diagnostics.js'
import type { Parameter } from './parameter.js'
import type { Used } from './relations.js'

/** The values of a call, by the names of parameters; those without a value are absent. */
export type Values = ReadonlyMap<string, unknown>

/** What is left out of the body. */
export const absent = Symbol('absent')

/** A compiled part of the body: its value in a call, or `absent`. */
export type Fragment = (values: Values) => unknown

/** What a template is compiled in. */
export interface TemplateScope {
  parameters: ReadonlyMap<string, Parameter>
  report: ReportDiagnostic
  /** The parts of the body that a choice selects from, by its values. */
  choices: ReadonlyMap<string, ReadonlyMap<string, Fragment>>
  /** The parameters that are used. */
  used: Used
}

/** A place of a template. */
export interface TemplatePlace {
  /** In its file. */
  path: Path
  /** Keys of the body above it. */
  keys: readonly string[]
  /** Parameters that certainly have a value here. */
  given: ReadonlySet<string>
  /** Those without whose value their key is left out. */
  perhaps: ReadonlySet<string>
}

/** The value of a fragment in a call; undefined if it is absent. */
export function filled(part: Fragment, values: Values): unknown {
  const value = part(values)
  return value === absent ? undefined : value
}
