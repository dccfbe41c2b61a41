import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** What a real node needs of the machine. */
export interface Java {
  /** Home folder of a JDK. */
  home: string
  /** Path of Maven's command. */
  maven: string
}

/** Elasticsearch 9 needs Java 21. */
const leastVersion = 21

/**
 * Finds a JDK (JAVA_HOME, else the newest in /usr/lib/jvm) and Maven (in PATH).
 * @returns The reason, as a sentence, when one of them is missing.
 */
export function findJava(): Java | string {
  const { JAVA_HOME, PATH = '' } = process.env
  const folders = [...(JAVA_HOME ? [JAVA_HOME] : []), ...newestFirst('/usr/lib/jvm')]
  const home = folders.find(
    (folder) => majorOf(folder) >= leastVersion && isCommand(join(folder, 'bin/javac')),
  )
  if (home === undefined)
    return `no JDK of version ${leastVersion} or later was found (set JAVA_HOME)`
  const maven = PATH.split(delimiter)
    .map((folder) => join(folder, 'mvn'))
    .find(isCommand)
  return maven === undefined ? 'Maven (mvn) was not found in PATH' : { home, maven }
}

function newestFirst(folder: string): string[] {
  try {
    const found = readdirSync(folder).map((name) => join(folder, name))
    return found.sort((a, b) => majorOf(b) - majorOf(a))
  } catch {
    return []
  }
}

/** Major version by the `release` file that every JDK has in its home; 0 when it has none. */
function majorOf(folder: string): number {
  try {
    return Number(
      /^JAVA_VERSION="(\d+)/m.exec(readFileSync(join(folder, 'release'), 'utf8'))?.[1] ?? 0,
    )
  } catch {
    return 0
  }
}

function isCommand(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
