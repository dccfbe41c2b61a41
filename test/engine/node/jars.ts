import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Java } from './java.js'

/** Elasticsearch as its release publishes it on Maven Central, in the user's cache. */
export interface Jars {
  classPath: string
  /** Folder of the modules that the node loads: the HTTP server and the analysis filters. */
  modules: string
}

const run = promisify(execFile)

/**
 * From the project's root, where npm and Jest run: the launcher is compiled into another folder
 * than its sources.
 */
const pom = 'test/engine/node/pom.xml'
const version = /<elasticsearch\.version>([^<]+)</.exec(readFileSync(pom, 'utf8'))![1]!

/** Jars of the HTTP and transport server: a module of its own, as in the full distribution. */
const ofTheModule = /^(netty|transport-netty4)-.*\.jar$/

/** Our plugin, compiled here. */
const filters = 'AnalysisFilters'
const filtersSource = `test/engine/node/${filters}.java`

const descriptor = (name: string, className: string) => `name=${name}
description=${name}
version=${version}
elasticsearch.version=${version}
java.version=21
classname=${className}
extended.plugins=
has.native.controller=false
`

/**
 * Gives the jars, fetched by Maven the first time (about 44 MB), and our plugin compiled against
 * them. The folder appears whole or not at all, whatever else fetches it at the same time.
 * @throws Error with Maven's or the compiler's own words when that fails.
 */
export async function fetchJars({ home, maven }: Java): Promise<Jars> {
  const cache = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'nonprofit-directory-api',
  )
  const edition = createHash('sha256').update(readFileSync(filtersSource)).digest('hex').slice(0, 8)
  const folder = join(cache, `elasticsearch-${version}-${edition}`)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const draft = mkdtempSync(join(cache, 'draft-'))
    try {
      await fill(draft, maven, home)
      if (!existsSync(folder)) renameSync(draft, folder)
    } finally {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  return { classPath: join(folder, 'jars/*'), modules: join(folder, 'modules') }
}

async function fill(folder: string, maven: string, javaHome: string): Promise<void> {
  const jars = join(folder, 'jars')
  const goal = [
    'dependency:copy-dependencies',
    '-DincludeScope=runtime',
    `-DoutputDirectory=${jars}`,
  ]
  const env = { ...process.env, JAVA_HOME: javaHome }
  await run(maven, ['-q', '-B', '-f', pom, ...goal], { env }).catch((error: { stdout: string }) => {
    throw new Error(`Maven could not fetch Elasticsearch ${version}:\n${error.stdout.trim()}`)
  })
  const http = addModule(
    folder,
    'transport-netty4',
    'org.elasticsearch.transport.netty4.Netty4Plugin',
  )
  for (const name of readdirSync(jars).filter((file) => ofTheModule.test(file))) {
    renameSync(join(jars, name), join(http, name))
  }
  const analysis = addModule(folder, 'analysis-filters', filters)
  const classes = join(folder, 'classes')
  await run(join(javaHome, 'bin/javac'), ['-cp', join(jars, '*'), '-d', classes, filtersSource])
  await run(join(javaHome, 'bin/jar'), [
    '--create',
    '--file',
    join(analysis, 'filters.jar'),
    '-C',
    classes,
    '.',
  ])
}

/** Makes the folder of a module, with its descriptor. */
function addModule(folder: string, name: string, className: string): string {
  const module = join(folder, 'modules', name)
  mkdirSync(module, { recursive: true })
  writeFileSync(join(module, 'plugin-descriptor.properties'), descriptor(name, className))
  return module
}
