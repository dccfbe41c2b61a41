import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { broken, brokenFiles } from '../test/support/broken-files.js'

/**
 * What operators notice of each broken file of test/support/broken-files.ts: how long the check
 * takes, and whether `npm start` refuses it. `npm run build && node dist/bench/broken-files.js`
 */

const folder = mkdtempSync(join(tmpdir(), 'directory-broken-'))
const ports = {
  PORT: '0',
  ADMIN_PORT: '0',
  AUTH_PORT: '0',
  AUTH_INTERNAL_PORT: '0',
  ENGINE_PORT: '0',
}
let slowest = 0
const overlooked: string[] = []

for (const [i, change] of brokenFiles.entries()) {
  const configDir = join(folder, String(i))
  cpSync('config', configDir, { recursive: true })
  writeFileSync(join(configDir, change.file), broken(change).text)
  const env = {
    PATH: process.env.PATH,
    ...ports,
    CONFIG_DIR: configDir,
    DATA_DIR: join(configDir, 'data'),
    ...change.env,
  }
  const checkedAt = performance.now()
  const checked = await codeOf('dist/check/main.js', env)
  const ms = Math.round(performance.now() - checkedAt)
  const started = await codeOf('dist/dev/start.js', env)
  slowest = Math.max(slowest, ms)
  if (checked !== 1 || started !== 1) overlooked.push(change.name)
  console.log(`check ${checked} in ${ms} ms, start ${started}: ${change.file}, ${change.name}`)
}
rmSync(folder, { recursive: true })
console.log(
  `${brokenFiles.length} files; the slowest check took ${slowest} ms; overlooked: ` +
    `${overlooked.join(', ') || 'none'}`,
)
process.exit(overlooked.length > 0 ? 1 : 0)

/** The exit code of a program of ours; a start that goes on is ended after 20 s. */
function codeOf(script: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(process.execPath, [script], { env, stdio: 'ignore' })
  const end = setTimeout(() => child.kill(), 20_000)
  return new Promise((resolve) => {
    child.once('exit', (code) => {
      clearTimeout(end)
      resolve(code)
    })
  })
}
