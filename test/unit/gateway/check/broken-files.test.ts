import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig as readAuthConfig } from '../../../../auth-service/config/config.js'
import { findAcross } from '../../../../gateway/config/across.js'
import { readConfig } from '../../../../gateway/config/config.js'
import { checkGateway } from '../../../../gateway/config/pipelines.js'
import { checkedSetting } from '../../../../gateway/lab/settings.js'
import {
  ConfigurationError,
  distinct,
  isError,
  type PlacedDiagnostic,
} from '../../../../kit/config/yaml/diagnostics.js'
import { type BrokenFile, broken, brokenFiles, needsStart } from '../../../support/broken-files.js'
import { configCopy } from '../../../support/stack.js'
import { factsWithoutTemplates, shippedFacts } from '../shipped.js'

/** What is found in a folder, in the order of the check. */
function findingsIn(
  configDir: string,
  env: BrokenFile['env'] = {},
  facts = factsWithoutTemplates,
): PlacedDiagnostic[] {
  const settingOf = (name: string) =>
    name === 'PLUGINS' ? '/plugins' : (env[name] ?? checkedSetting(name))
  try {
    const { gateway } = readConfig(configDir, settingOf)
    const auth = readAuthConfig(configDir, settingOf)
    const own = checkGateway(gateway.value, facts)
    const across = own.length > 0 ? [] : findAcross(gateway.value, auth.config)
    return distinct([...[...own, ...across].map(gateway.place), ...auth.warnings])
  } catch (error) {
    if (error instanceof ConfigurationError) return [...error.mistakes]
    throw error
  }
}

test('nothing is found in the shipped files', () => {
  expect(findingsIn('config', {}, shippedFacts)).toEqual([])
})

test.each(brokenFiles.filter((change) => !needsStart(change)))('$file: $name', (change) => {
  const { text, line, column } = broken(change)
  const configDir = configCopy()
  writeFileSync(join(configDir, change.file), text)
  const isOfTemplates = change.rule.startsWith('template')
  const found = findingsIn(configDir, change.env, isOfTemplates ? shippedFacts : undefined)
  rmSync(configDir, { recursive: true })
  const [message, remedy] = change.says.map((part) => expect.stringContaining(part))
  const place = { file: join(configDir, change.file), line, column, endColumn: expect.any(Number) }
  expect(found).toEqual([{ ...place, severity: 'error', rule: change.rule, message, remedy }])
  expect(found.every(isError)).toBe(true)
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the YAML
const address = 'url: ${AUTH_SERVICE_URL}'
/** Parts that other steps are compared with, each malformed: [from, to, what is found]. */
const malformed = [
  [`auth:\n    ${address}`, 'auth:', 'must be object'],
  [address, 'url: 7', 'must be string'],
  [address, 'urls: [7, null]', 'must be string'],
  ['- search-rules:', '- search-rules: 7\n      - search-rules:', 'search-rules" must be object'],
  [' indexPrefixes: [map', ' indexPrefixs: [map', 'unknown parameter "indexPrefixs"'],
  [' indexPrefixes: [map', ' indexPrefixes: [7, map', ''],
  [' indexPrefixes: [map', ' indexPrefixes: {} # [map', ''],
] as const

test.each(malformed)('%s → %s is found, and no exception', (from, to, says) => {
  const configDir = configCopy({ 'gateway.config.yml': (text) => text.replace(from, () => to) })
  const found = findingsIn(configDir).map(({ message }) => message)
  rmSync(configDir, { recursive: true })
  expect(found).toContainEqual(expect.stringContaining(says))
})
