import { execFileSync } from 'node:child_process'
import { type Browser, chromium } from 'playwright-core'

/** Debian's chromium, or what CHROME_PATH names. A container's root has no sandbox. */
export function launchBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROME_PATH ??
    execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: executablePath.trim(), args, timeout: 120_000 })
}
