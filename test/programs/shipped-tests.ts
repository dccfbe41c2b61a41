import { text } from 'node:stream/consumers'
import { readConfig } from '../../auth-service/config/config.js'
import { readTemplateTexts } from '../../gateway/config/template-files.js'
import { runTests } from '../../gateway/lab/run-tests.js'
import { checkedSetting } from '../../gateway/lab/settings.js'
import { readTests } from '../../gateway/lab/test-files.js'
import { openTrial } from '../../gateway/lab/trial.js'
import { requiredSetting } from '../../kit/config/settings.js'
import { readInstead } from '../../kit/config/yaml/file.js'
import { forgetHost } from './forget-host.js'

/**
 * Runs the shipped policy tests by other texts of gateway.config.yml, from stdin, one after the
 * other in this process. Prints for each the names of the tests that fail.
 */
const configDir = requiredSetting('CONFIG_DIR')
const { config: auth } = readConfig(configDir, checkedSetting)
const tests = readTests(configDir, checkedSetting, Object.keys(auth.roles))
const templates = readTemplateTexts(configDir)
const results: unknown[] = []
for (const texts of JSON.parse(await text(process.stdin))) {
  forgetHost()
  readInstead(configDir, { ...templates, ...texts })
  const trial = await openTrial(configDir, checkedSetting, { auth, isChecked: true })
  const { findings } = await runTests(trial, tests)
  results.push([...new Set(findings.map(({ message }) => /^"(.*?)":/.exec(message)?.[1]))])
}
console.log(JSON.stringify(results))
process.exit(0)
