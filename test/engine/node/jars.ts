import { execFile } from 'node:child_process'
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
  /** Folder of the modules that the node loads: the HTTP server. */
  modules: string
}

/** From the project's root, where npm and Jest run: the launcher is compiled into another folder than its sources. */
const pom = 'test/engine/node/pom.xml'
const version = /<elasticsearch\.version>([^<]+)</.exec(readFileSync(pom, 'utf8'))![1]!

/** Jars of the HTTP and transport server: a module of its own, as in the full distribution. */
const ofTheModule = /^(netty|transport-netty4)-.*\.jar$/

const descriptor = `name=transport-netty4
description=HTTP and transport on Netty 4
version=${version}
elasticsearch.version=${version}
java.version=21
classname=org.elasticsearch.transport.netty4.Netty4Plugin
extended.plugins=
has.native.controller=false
`

/**
 * Gives the jars, fetched by Maven the first time (about 44 MB). The folder appears whole or not at all, whatever else
 * fetches it at the same time.
 * @throws Error with Maven's own words when it cannot fetch them.
 */
export async function fetchJars({ home, maven }: Java): Promise<Jars> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'nonprofit-directory-api')
  const folder = join(cache, `elasticsearch-${version}`)
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
  const [jars, module] = [join(folder, 'jars'), join(folder, 'modules/transport-netty4')]
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${jars}`]
  const env = { ...process.env, JAVA_HOME: javaHome }
  await promisify(execFile)(maven, ['-q', '-B', '-f', pom, ...goal], { env }).catch((error: { stdout: string }) => {
    throw new Error(`Maven could not fetch Elasticsearch ${version}:\n${error.stdout.trim()}`)
  })
  mkdirSync(module, { recursive: true })
  for (const name of readdirSync(jars).filter((file) => ofTheModule.test(file))) {
    renameSync(join(jars, name), join(module, name))
  }
  writeFileSync(join(module, 'plugin-descriptor.properties'), descriptor)
}
