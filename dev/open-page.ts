import { spawn } from 'node:child_process'
import { once } from 'node:events'

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
