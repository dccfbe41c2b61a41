import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withSettings } from '../../dev/setting-list.js'
import { secretNames, settingTable } from '../../kit/config/setting-table.js'
import { words } from '../support/cases.js'

/** The settings that are written down, and those that code reads, are the same. */

const read = (file: string) => readFileSync(file, 'utf8')
const filesIn = (folder: string, form: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => form.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => join(folder, name))
const namesIn = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name!)

const program = words('auth-service dev edge gateway kit directory/loader plugins routes')
  .flatMap((folder) => filesIn(folder, /\.(ts|js)$/))
  .map(read)
  .join('\n')

/** Names that the program passes as text, other than to say what is wrong with a setting. */
const named = new Set([
  ...namesIn(program, /(?<!SettingError\(\s*|setting: )'([A-Z][A-Z0-9_]+)'/g),
  ...namesIn(program, /\benv\.([A-Z][A-Z0-9_]+)/g),
  ...filesIn('config', /\.config\.yml$/).flatMap((file) => namesIn(read(file), /\$\{(\w+)/g)),
])

const readByCalls = new Set(
  namesIn(program, /\b(?:\w*[sS]etting(?:AtStart)?\(\s*'|env\.)([A-Z][A-Z0-9_]+)/g),
)

/** Variables of a terminal or a desktop, of express-gateway, and of `npm start` for its parts. */
const notSet = words('DISPLAY WAYLAND_DISPLAY PATH EG_DISABLE_CONFIG_WATCH')
const betweenParts = 'DEMO_PASSWORD'

/** Names of others, of examples and of tests; Node reads NO_COLOR, OpenTelemetry's SDK its own. */
const foreign = words(`
  OTEL_SERVICE_NAME OTEL_RESOURCE_ATTRIBUTES OTEL_TRACES_SAMPLER OTEL_TRACES_SAMPLER_ARG
  OTEL_EXPORTER_OTLP_CERTIFICATE OTEL_EXPORTER_OTLP_COMPRESSION OTEL_EXPORTER_OTLP_PROTOCOL
  OTEL_BSP_SCHEDULE_DELAY OTEL_BSP_MAX_QUEUE_SIZE
  AF_INET AF_INET6 AF_UNIX NO_COLOR ELASTIC_PASSWORD ES_JAVA_OPTS NODE_EXTRA_CA_CERTS
  GRANTS_PASSWORD GRANTS_SEARCH_KEY GRANTS_SEARCH_URL
  GH_TOKEN GRANTS_TOKEN GRANTS_URL NEWS_URL NONPROFITS_KEY NAME_FILE
  BACKUP_FOLDER LOAD_FOLDER TEST_ENGINE_OVERWRITE`)

const places = [
  ...['README.md', 'docker-compose.yml', 'Dockerfile', '.env.example'],
  ...filesIn('docs', /\.md$/),
  ...filesIn('deploy', /\.(service|conf|ya?ml|tpl)$/),
  ...filesIn('config', /\.yml$/),
]
const inTable = Object.values(settingTable).flatMap(Object.keys)

/** Words with an underscore anywhere, and any that stand where only settings do. */
function settingsIn(file: string): string[] {
  const text = read(file)
  const inProse = file.endsWith('.md') ? /(?!)/g : /^[\s#-]*(?:ENV )?([A-Z][A-Z_]+)(?:=|: )/gm
  return [
    ...namesIn(text, /(?<![\w.$/<-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g),
    ...namesIn(text, inProse),
    ...namesIn(text, /^Environment=([A-Z_]+)/gm),
  ]
}

test.each(places)('code reads every setting that %s names', (file) => {
  const isRead = (name: string) => named.has(name) || named.has(name.replace(/_FILE$/, ''))
  const names = settingsIn(file).filter((name) => !foreign.includes(name.replace(/_FILE$/, '')))
  expect([...new Set(names)].filter((name) => !isRead(name))).toEqual([])
})

test('the table has the settings that code reads, and no other', () => {
  expect(inTable.filter((name) => !named.has(name))).toEqual([])
  const isListed = (name: string) => [...notSet, betweenParts, ...inTable].includes(name)
  expect([...readByCalls, ...secretNames].filter((name) => !isListed(name))).toEqual([])
})

test('docs/configuration.md lists the settings as `npm run docs` writes them', () => {
  const page = read('docs/configuration.md')
  expect(page).toBe(withSettings(page))
})
