import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isatty } from 'node:tty'

/**
 * Whether someone types here: standard input is a terminal, and this is a job in its foreground. A
 * shell stops jobs in the background that read from it.
 */
export function isTyped(): boolean {
  if (!isatty(0)) return false
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
  })
  return stdout?.includes('+') ?? false
}

/** Calls the listener whenever this line is typed. */
export function onLine(line: string, listener: () => void): void {
  createInterface({ input: process.stdin }).on('line', (typed) => {
    if (typed.trim() === line) listener()
  })
}

/** What opens a URL on each kind of desktop. */
const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  linux: ['xdg-open'],
  win32: ['cmd', '/c', 'start', '""'],
}
/**
 * Opens a page in the browser of the desktop that this process was started on.
 * @returns the message when it could not be opened.
 */

export async function openPage(url: string): Promise<string | undefined> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  const [command, ...args] = openers[process.platform] ?? []
  const isDesktop = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY)
  if (command === undefined || !isDesktop)
    return `--open: there is no desktop here; open ${url} in a browser`
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
  } catch {
    return `--open: there is no ${command} here; open ${url} in a browser`
  }
  child.unref()
  return undefined
}
