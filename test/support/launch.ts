import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** A started command. */
export interface Launched {
  child: ChildProcess
  /** Resolves with all output once it matches; rejects when the command ends before. */
  said(pattern: RegExp): Promise<string>
  /** Resolves when every process that holds its output has ended. */
  closed: Promise<{ code: number | null; output: string }>
}

/**
 * Starts a command in the project's folder, as the leader of a process group of its own. It reads
 * nothing, unless `stdin` is a pipe.
 */
export function launch(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  stdin: 'ignore' | 'pipe' = 'ignore',
): Launched {
  const child = spawn(command, args, {
    cwd: join(__dirname, '../..'),
    detached: true,
    env,
    stdio: [stdin, 'pipe', 'pipe'],
  })
  let output = ''
  let look: () => void = () => {}
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      look()
    })
  }
  const closed = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  const said = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      look = () => {
        if (pattern.test(output)) resolve(output)
      }
      look()
      void closed.then(() => reject(new Error(`ended before it said ${pattern}:\n${output}`)))
    })
  return { child, said, closed }
}
