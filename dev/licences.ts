import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { answerHelp } from '../kit/process/command.js'
import { listNeeded, locked } from './locked.js'

answerHelp(`usage: npm run licences [-- FOLDER]
  writes to FOLDER (release) what of others the product contains: sbom.cdx.json, in the form of
  CycloneDX, and THIRD-PARTY.md, with the texts of the licences. Fails for a licence that is not
  known to be permissive`)

/** Licences that ask for no more than their text, which THIRD-PARTY.md has. */
const permissive = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 ISC MIT MIT-0'.split(' '),
)
/** Packages whose manifest names none of SPDX. */
const named: Readonly<Record<string, string>> = {
  'parent-require': 'MIT', // in `licenses`, as manifests once had it
  zipcodes: 'BSD-3-Clause', // by its LICENSE; the manifest says BSD
}

interface Component {
  'bom-ref': string
  name: string
  version: string
  properties: { name: string; value: string }[]
}
interface Sbom {
  metadata: { component: object }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

const folder = resolve(process.argv[2] ?? 'release')
mkdirSync(folder, { recursive: true })
const paths = [...listNeeded([...dependencies(), ...inPages()])].sort()
const refused = paths.filter((path) => !permissive.has(readLicence(path)))
if (refused.length > 0) {
  for (const path of refused)
    console.error(`${readName(path)}: licence ${readLicence(path) || 'none'}`)
  console.error('Replace these packages, or add the licence to dev/licences.ts, with the reason')
  process.exit(1)
}
writeFileSync(join(folder, 'THIRD-PARTY.md'), thirdParty())
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom(), undefined, 1)}\n`)
console.log(`${paths.length} packages of others: ${join(folder, 'THIRD-PARTY.md')}, sbom.cdx.json`)

function dependencies(): string[] {
  const { dependencies, optionalDependencies } = locked['']!
  return Object.keys({ ...dependencies, ...optionalDependencies })
}

/** Packages of the development that the built pages, or files of the build, contain. */
function inPages(): string[] {
  const sources = ['web/src', 'directory/web']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(name, 'utf8'))
  const text = [...sources, readFileSync('dev/places.js', 'utf8')].join('\n')
  const imported = [...text.matchAll(/(?:from |import\()'((?:@[\w-]+\/)?[\w-]+)/g)]
  return [...new Set(imported.map(([, name]) => name!))].filter((name) =>
    Object.hasOwn(locked['']!.devDependencies!, name),
  )
}

function readName(path: string): string {
  return locked[path]!.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
}

function readLicence(path: string): string {
  return named[readName(path)] ?? locked[path]!.license ?? ''
}

/** Each package once, with its licence and the texts that it brings. */
function thirdParty(): string {
  const entries = paths.map((path) => {
    const { version } = locked[path]!
    const texts = (existsSync(path) ? readdirSync(path) : []) // those of other platforms are not
      .filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name))
      .map((name) => readFileSync(join(path, name), 'utf8').trim())
    const blocks = texts.map((text) => `\n\`\`\`\`\n${text}\n\`\`\`\`\n`)
    return `## ${readName(path)} ${version}\n\n${readLicence(path)}\n${blocks.join('')}`
  })
  return `# Packages of others in this product\n\n${[...new Set(entries)].join('\n')}`
}

/** What npm knows of the lock file, without the packages that only the development needs. */
function sbom(): Sbom {
  const options = [
    '--package-lock-only',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ]
  const text = execFileSync('npm', ['sbom', ...options], { encoding: 'utf8', maxBuffer: 2 ** 28 })
  const all = JSON.parse(text) as Sbom
  const shipped = new Set(paths.map((path) => `${readName(path)}@${locked[path]!.version}`))
  const isShipped = (ref: string) => shipped.has(ref) || ref === root
  const { name = '', version } = locked['']!
  const root = `${name}@${version}`
  const component = { ...all.metadata.component, name } // npm says the name of the folder
  return {
    ...all,
    metadata: { ...all.metadata, component },
    components: all.components
      .filter((one) => isShipped(one['bom-ref']))
      .map((one) => ({ ...one, scope: 'required', properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  }
}
