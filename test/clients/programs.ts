import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** What a program prints. @throws Error with all of that when it fails. */
export async function said(
  folder: string,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ stdout: string; all: string }> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1e8 }
  const { stdout, stderr } = await run(program, args, options).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${args.join(' ')}: ${error.stdout}${error.stderr}`)
    },
  )
  return { stdout, all: stdout + stderr }
}

/** `test` where the programs are there; else says which is not, and skips the test. */
export function testWith(programs: Record<string, string>): jest.It {
  for (const [program, remedy] of Object.entries(programs)) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status === 0) continue
    process.stdout.write(`${program} was not tried: it is not on the PATH (${remedy})\n`)
    return test.skip
  }
  return test
}
