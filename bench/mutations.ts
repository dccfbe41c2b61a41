import { readConfig } from '../auth-service/config/config.js'
import { runTests } from '../trial/run.js'
import { checkedSetting } from '../trial/setting.js'
import { readTests } from '../trial/test-files.js'
import { opened, replaced, shippedText } from './configuration.js'

/**
 * `node dist/bench/mutations.js [LINE]`: loosens each rule of the shipped gateway.config.yml, one at a time,
 * from a line on, and says which of these changes the policy tests see. Resources that decide about no request on
 * their own (timeouts, sizes of answers, slots, caches) are no rules.
 */
const from = Number(process.argv[2] ?? 1)

/** A change of the text: what it loosens, and the text afterwards. */
type Mutation = [name: string, changed: string]

const loosened = (line: string): string[] => [
  ...replaced(line, /maxBodyBytes: \d+/, 'maxBodyBytes: 67108864'),
  ...replaced(line, /(\w*limit: "?\$\{\w+:-)(\d+)/, '$1990$2'),
  ...replaced(line, /((?:default|anonymous): \$\{\w+:-)(\d+)/, '$1990$2'),
  ...replaced(line, /(\blimit: )(\d+)/, '$1990$2'),
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

function mutations(): Mutation[] {
  const lines = shippedText.split('\n')
  return lines.flatMap((line, i) =>
    (i + 1 < from ? [] : loosened(line)).map((changed): Mutation => {
      const all = lines.with(i, changed).join('\n')
      return [`${i + 1}: ${line.trim()} → ${changed.trim() || 'removed'}`, all]
    }),
  )
}

process.env.CONFIG_DIR = 'config'
const { roles } = readConfig('config', checkedSetting).config
const tests = readTests('config', checkedSetting, Object.keys(roles))
const counts = { refused: 0, caught: 0, survived: 0 }

for (const [name, changed] of [['unchanged', shippedText] as Mutation, ...mutations()]) {
  const gateway = await opened('config', changed)
  const findings = gateway && (await runTests(gateway, tests)).findings
  const outcome = !findings ? 'refused' : findings.length > 0 ? 'caught' : 'survived'
  counts[outcome]++
  console.log(outcome.padEnd(9), name, findings?.[0]?.message ?? '')
}
console.log(counts)
process.exit(0)
