import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '../auth-service/config/config.js'
import { ConfigurationError } from '../kit/config/yaml/diagnostics.js'
import { openTrial } from '../trial/gateway.js'
import { runTests } from '../trial/run.js'
import { checkedSetting } from '../trial/setting.js'
import { readTests } from '../trial/test-files.js'

/**
 * `node dist/bench/mutations.js [LINE]`: loosens each rule of the shipped gateway.config.yml, one at a time,
 * from a line on, and says which of these changes the policy tests see. Resources that decide about no request on
 * their own (timeouts, sizes of answers, slots, caches) are no rules.
 */
const configDir = 'config'
const from = Number(process.argv[2] ?? 1)
const text = readFileSync(join(configDir, 'gateway.config.yml'), 'utf8')

/** A change of the text: what it loosens, and the text afterwards. */
type Mutation = [name: string, changed: string]

const loosened = (line: string): string[] => [
  ...replaced(line, /maxBodyBytes: \d+/, 'maxBodyBytes: 67108864'),
  ...replaced(line, /(\w*limit: "?\$\{\w+:-)(\d+)/, '$10000'),
  ...replaced(line, /((?:default|anonymous): \$\{\w+:-)(\d+)/, '$1990$2'),
  ...replaced(line, /(\blimit: )(\d+)/, '$10000'),
  ...replaced(line, /(windowSeconds: )\d+/, '$11'),
  ...replaced(line, /(size: )50\b/, '$1100'),
  ...replaced(line, /(window: )1000\b/, '$110000'),
  ...replaced(line, /(maxCost: )(\d+)/, '$1990$2'),
  ...replaced(line, /anonymous: \{ maxCost.*/, 'anonymous: { maxCost: 2000 }'),
  ...replaced(line, /scopes: \["organizations:read"\]/, 'scopes: []'),
  ...replaced(line, /indexPrefixes: .*/, 'indexPrefixes: [map-serp, organization]'),
  ...replaced(line, /accept: \[access-token, api-key\].*/, 'anonymous: true'),
  ...replaced(line, /methods: \[/, 'methods: [PUT, '),
  ...replaced(line, /origins: \[\].*/, 'origins: ["*"]'),
  ...replaced(line, /public: true \}/, 'public: true, forwardCredentials: true }'),
  ...replaced(line, /# freeSearch: false.*/, 'freeSearch: true'),
  ...replaced(line, /^ +- (throttle|authenticate|authorize|reception): .*/, ''),
]

function replaced(line: string, pattern: RegExp, by: string): string[] {
  const isComment = line.trimStart().startsWith('#') && !by.startsWith('freeSearch')
  const changed = isComment ? line : line.replace(pattern, by.replace('$10000', '$1990$2'))
  return changed === line ? [] : [changed]
}

function mutations(): Mutation[] {
  const lines = text.split('\n')
  return lines.flatMap((line, i) =>
    (i + 1 < from ? [] : loosened(line)).map((changed): Mutation => {
      const all = lines.with(i, changed).join('\n')
      return [`${i + 1}: ${line.trim()} → ${changed.trim() || 'removed'}`, all]
    }),
  )
}

/** express-gateway's registries are process-wide: each configuration gets new ones. */
function forgetHost(): void {
  const { cache } = createRequire(import.meta.url)
  for (const file of Object.keys(cache))
    if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
}

process.env.CONFIG_DIR = configDir
const { config: auth } = readConfig(configDir, checkedSetting)
const tests = readTests(configDir, checkedSetting, Object.keys(auth.roles))
const counts = { refused: 0, caught: 0, survived: 0 }

for (const [name, changed] of [['unchanged', text] as Mutation, ...mutations()]) {
  forgetHost()
  let outcome: keyof typeof counts
  let by = ''
  try {
    const texts = { 'gateway.config.yml': changed }
    const { findings } = await runTests(
      await openTrial(configDir, checkedSetting, { auth, texts }),
      tests,
    )
    outcome = findings.length > 0 ? 'caught' : 'survived'
    by = findings[0]?.message ?? ''
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    outcome = 'refused' // by the check itself
  }
  counts[outcome]++
  console.log(outcome.padEnd(9), name, by)
}
console.log(counts)
process.exit(0)
