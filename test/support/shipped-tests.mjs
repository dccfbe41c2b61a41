/*
 * Runs the shipped policy tests by other texts of gateway.config.yml, from stdin, one after the
 * other in this process. Prints for each the names of the tests that fail.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [built] = process.argv.slice(2)
const load = (path) => import(pathToFileURL(join(built, path)).href)
const { readConfig } = await load('auth-service/config/config.js')
const { openTrial } = await load('gateway/lab/trial.js')
const { runTests } = await load('gateway/lab/run-tests.js')
const { checkedSetting } = await load('gateway/lab/settings.js')
const { readTests } = await load('gateway/lab/test-files.js')
const { readTemplateTexts } = await load('gateway/config/template-files.js')
const { readInstead } = await load('kit/config/yaml/file.js')
const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { CONFIG_DIR } = process.env
const { config: auth } = readConfig(CONFIG_DIR, checkedSetting)
const tests = readTests(CONFIG_DIR, checkedSetting, Object.keys(auth.roles))
const templates = readTemplateTexts(CONFIG_DIR)
const results = []
for (const texts of JSON.parse(Buffer.concat(chunks).toString())) {
  // express-gateway's registries are process-wide: each configuration gets new ones
  const { cache } = createRequire(join(built, 'index.js'))
  for (const file of Object.keys(cache))
    if (/[\\/]express-gateway[\\/]lib[\\/]/.test(file)) delete cache[file]
  readInstead(CONFIG_DIR, { ...templates, ...texts })
  const trial = await openTrial(CONFIG_DIR, checkedSetting, { auth, isChecked: true })
  const { findings } = await runTests(trial, tests)
  results.push([...new Set(findings.map(({ message }) => /^"(.*?)":/.exec(message)?.[1]))])
}
console.log(JSON.stringify(results))
process.exit(0)
