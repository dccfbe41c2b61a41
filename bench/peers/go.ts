import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The Go program as a process. */
export interface GoPeer {
  url: string
  pid: number
  stop(): void
}

const sources = ['main.go', 'tokens.go'].map((name) => join('bench/peers/go', name))

/**
 * Builds it, the first time for half a minute, and starts it. @returns undefined, and says so,
 * where Go is not installed.
 */
export async function startGo(engineUrl: string, publicKey: string): Promise<GoPeer | undefined> {
  if (spawnSync('go', ['version']).error) {
    console.log('no Go program: there is no go on the PATH')
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'directory-bench-go-'))
  const program = join(folder, 'peer')
  const env = { ...process.env, GO111MODULE: 'off', GOTOOLCHAIN: 'local' } // nothing is downloaded
  const built = spawnSync('go', ['build', '-o', program, ...sources], { env, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(`the Go program cannot be built:\n${built.stderr}`)
  const peer = spawn(program, {
    env: { ENGINE_URL: engineUrl, PUBLIC_KEY: publicKey },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(peer.stdout), 'line')) as [string]
  return {
    url,
    pid: peer.pid!,
    stop() {
      peer.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
