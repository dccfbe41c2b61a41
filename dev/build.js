import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds dist/ and the generated files of config/ unless they are current. JavaScript, as it runs
 * before there is a dist/. What was built, and from what, is compared by content: times of files
 * can lie, and a stale dist/ must never run.
 */
if (process.argv.slice(2).some((argument) => ['--help', '-h'].includes(argument))) {
  console.log(
    'usage: npm run build\n  bundles TypeScript to dist/, and writes config/schema/, unless current',
  )
  process.exit(0)
}
process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// Shipped: what was built is there, the bundler is not
if (!existsSync('node_modules/rolldown') && existsSync('dist/.built')) process.exit(0)

const { include, exclude = [] } = JSON.parse(readFileSync('tsconfig.json', 'utf8'))

const places = 'dist/directory/places'

const programSources = () =>
  include
    .filter((folder) => existsSync(folder)) // the image is built without bench/
    .flatMap(filesIn)
    .filter((file) => /\.(c?ts|json)$/.test(file))
    .filter((file) => !isExcluded(file))

const isExcluded = (file) => exclude.some((folder) => file.startsWith(`${folder}/`))

/** The programs, also of sources that are gone; pages are a part of their own. */
const builtPrograms = () =>
  filesIn('dist').filter(
    (file) => file.endsWith('.js') && !/^dist\/((directory\/)?web|page-renderer)\//.test(file),
  )

/** What `nonprofit-directory-api/plugin` consists of: only this has declarations. */
const declared = ['plugins/kit/contract', 'kit/api/envelope', 'kit/api/errors']

/** Writes the schemas of the YAML, for editors. */
const schemaWriter = 'dist/gateway/check/schema/main.js'

/**
 * The parts: the programs, types for own policies, places of the United States as data, what the
 * programs write into config/, and by Vite the pages, which use the client.
 * Each has a record with the digests of its last good build: of sources and of outputs.
 */
const parts = [
  {
    record: 'dist/.built',
    sources: programSources,
    outputs: builtPrograms,
    build: buildPrograms,
  },
  {
    record: 'dist/.built-types',
    sources: () => declared.map((name) => `${name}.ts`).filter((file) => existsSync(file)),
    outputs: () => declared.map((name) => `dist/${name}.d.ts`),
    build: declare,
  },
  {
    record: 'dist/.built-places',
    sources: () => ['dev/places.js'].filter((file) => existsSync(file)),
    outputs: () => [`${places}/cities.json`, `${places}/zip-centres.bin`],
    build: async () => (await import('./places.js')).writePlaces(places),
  },
  {
    record: 'dist/.built-config',
    sources: () =>
      existsSync('config/system.config.yml')
        ? [...programSources(), 'config/system.config.yml']
        : [],
    outputs: () => filesIn('config/schema'),
    build: () => run(schemaWriter),
  },
  {
    record: 'dist/.built-web',
    sources: () => [
      ...[
        'web',
        'packages/client/src',
        'directory/web',
        'directory/fields',
        'directory/places',
        'config/search-templates',
      ].flatMap(filesIn),
      ...filesIn('docs').filter((file) => /^docs\/[\w-]+\.md$/.test(file)), // the guides
      ...filesIn('dev').filter((file) => file === 'dev/guides.ts'),
    ],
    outputs: () => ['dist/web', 'dist/directory/web', 'dist/page-renderer'].flatMap(filesIn),
    build: bundle,
  },
].filter(({ sources }) => sources().length > 0)

async function buildPrograms() {
  for (const file of builtPrograms()) rmSync(file)
  await (await import('./programs.js')).bundlePrograms(programSources())
}

function declare() {
  const files = declared.map((name) => `${name}.ts`)
  const kind = '--ignoreConfig --declaration --emitDeclarationOnly --strict --types node'
  const place = '--module nodenext --target es2023 --rootDir . --outDir dist'
  run('node_modules/typescript/bin/tsc', ...kind.split(' '), ...place.split(' '), ...files)
}

function run(file, ...args) {
  const { status } = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Configurations of Vite: the pages of the gateway, the public pages and their renderer. */
const bundles = [
  'web/vite.config.js',
  'directory/web/vite.config.js',
  'directory/web/vite.server.config.js',
]

async function bundle() {
  const { build } = await import('vite')
  for (const configFile of bundles.filter(existsSync)) await build({ configFile })
}

/** Besides their sources, all parts depend on the options of TypeScript and the packages. */
const conditions = ['tsconfig.json', 'dev/programs.js', 'node_modules/.package-lock.json']

function digestsOf(part) {
  const sources = part.sources().sort()
  return {
    sources: digestOf([...conditions, ...sources]),
    outputs: digestOf(part.outputs(sources).sort()),
  }
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : undefined
    hash.update(`${file} ${content?.length}\n`).update(content ?? '')
  }
  return hash.digest('hex')
}

for (const part of parts) {
  const { record } = part
  const [sources, outputs] = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
  const before = digestsOf(part)
  if (sources === before.sources && outputs === before.outputs) continue
  rmSync(record, { force: true })
  await part.build()
  const after = digestsOf(part)
  // Else something was changed while it was built, and the next run builds it again
  if (after.sources === before.sources) writeFileSync(record, `${after.sources}\n${after.outputs}`)
}
