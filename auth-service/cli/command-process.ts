import type { Readable, Writable } from 'node:stream'
import type { Environment } from '../../kit/config/settings.js'

/** What a command uses of its process: `process`, or a test's own. */
export interface CommandProcess {
  env: Environment
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean }
}
