import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runCommandLine } from '../../auth-service/cli/run.js'
import { built, type Outcome, outcomeOf } from './stack.js'

/**
 * Runs a command of the auth service as `npm run users|keys|store|usage -- …` does, in this process.
 * @param input What comes on its standard input.
 */
export async function runCommand(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { input = '' }: { input?: string } = {},
): Promise<Outcome> {
  const written = { out: '', err: '' }
  const to = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk
        done()
      },
    })
  const code = await runCommandLine(args, {
    env,
    stdin: Readable.from([input]),
    stdout: to('out'),
    stderr: to('err'),
  })
  return { code, ...written }
}

/** The same as a process of its own. */
export function runCommandProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  { input = '' }: { input?: string } = {},
): Promise<Outcome> {
  const { PATH } = process.env
  const child = spawn(process.execPath, [join(built, 'auth-service/cli/main.js'), ...args], {
    env: { PATH, ...env },
  })
  child.stdin.on('error', () => {}).end(input)
  return outcomeOf(child)
}
