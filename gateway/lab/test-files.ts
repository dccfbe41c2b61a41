import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  ConfigurationError,
  type Diagnostic,
  didYouMean,
  type PlacedDiagnostic,
} from '../../kit/config/yaml/diagnostics.js'
import { readConfigurationFile } from '../../kit/config/yaml/file.js'
import { isMapping, type Mapping } from '../../kit/config/yaml/mapping.js'
import { parseSource, type SettingOf, type Source } from '../../kit/config/yaml/source.js'
import { makeValidate } from '../config/parameters.js'
import type { WrittenCaller } from './callers.js'
import { testSchema } from './test-schema.js'
import type { Given } from './trial.js'

/** Folder of the policy tests, in the configuration folder. */
const folder = 'tests'

/** A policy test as written. */
export interface WrittenTest {
  request: string
  headers?: Record<string, string>
  body?: unknown
  address?: string
  caller?: WrittenCaller | 'anonymous'
  given?: Given
  /** What limits have counted before, by their names. */
  used?: Record<string, number>
  expect: Mapping
}

/** A policy test, and how to place a finding in its file. */
export interface PolicyTest {
  name: string
  file: string
  written: WrittenTest
  placeAll: Source['placeAll']
}

/**
 * Reads the policy tests of a configuration folder; none without the folder `tests`.
 * @param roles Those that callers may have.
 * @throws ConfigurationError with every mistake of the files.
 */
export function readTests(
  configDir: string,
  settingOf: SettingOf,
  roles: readonly string[],
): PolicyTest[] {
  const path = join(configDir, folder)
  const names = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.yml')) : []
  const validate = makeValidate()
  const mistakes: PlacedDiagnostic[] = []
  const tests = names.sort().flatMap((name) => {
    const { file, text } = readConfigurationFile(path, name)
    const { value, mistakes: ofText, placeAll } = parseSource(file, text, settingOf)
    mistakes.push(...ofText)
    const written = isMapping(value) ? Object.entries(value) : []
    if (ofText.length === 0 && !isMapping(value)) mistakes.push(...placeAll([notTests]))
    return written.map(([name, test]): PolicyTest => {
      const found = [
        ...validate(testSchema, structuredClone(test), [name]),
        ...unknownRole(name, test),
      ]
      mistakes.push(...placeAll(found))
      return { name, file, written: test as WrittenTest, placeAll }
    })
  })
  if (mistakes.length > 0) throw new ConfigurationError(mistakes)
  return tests

  function unknownRole(name: string, test: unknown): Diagnostic[] {
    const caller = isMapping(test) && isMapping(test.caller) ? test.caller : {}
    return ['key', 'token'].flatMap((kind) => {
      const role = caller[kind]
      if (typeof role !== 'string' || roles.includes(role)) return []
      const message = `auth-service.config.yml has no role "${role}"`
      const path = [name, 'caller', kind]
      return [{ path, rule: 'role-unknown', message, remedy: didYouMean(role, roles) }]
    })
  }
}

const notTests: Diagnostic = {
  path: [],
  rule: 'wrong-type',
  message: 'the file must be a mapping',
  remedy: 'write names of tests, each with request and expect (docs/policy-tests.md)',
}
