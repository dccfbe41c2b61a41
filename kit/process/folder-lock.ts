import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The longest path of a Unix socket (sun_path, unix(7)), with its closing zero. */
const longestSocketPath = 107
/** How long after taking over a dead lock we check whether another process did the same. */
const settleMs = 100

/** The lock on a folder. */
export interface FolderLock {
  path: string
  /** False when the lock was removed by hand: another process may own the folder then. */
  isHeld(): boolean
  /** Releases the folder. */
  release(): Promise<void>
}

/**
 * Locks the folder for this process alone, by a Unix socket in it that answers while its holder
 * lives: `kill -9` frees it at once, and a process in another container that shares the folder is
 * seen too.
 * @param lockName Name of the socket.
 * @param holders Which processes could own it, for the message.
 * @throws Error when another process holds the folder.
 */
export async function lockFolder(
  folder: string,
  lockName: string,
  holders: string,
): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = join(folder, lockName)
  const own = join(folder, `.${lockName}.${randomBytes(6).toString('hex')}`)
  const server = await atPath(own, listen)
  try {
    if (!(await placed(own, lock))) await takeOver(own, lock, holders)
  } catch (error) {
    server.close()
    await rm(own, { force: true })
    throw error
  }
  const { ino } = await stat(lock)
  for (const name of await readdir(folder)) {
    // of processes killed at their start
    if (name.startsWith(`.${lockName}.`)) await rm(join(folder, name), { force: true })
  }
  const isHeld = () => {
    try {
      return statSync(lock).ino === ino
    } catch (error) {
      // a failing disk does not release a lock
      return (error as NodeJS.ErrnoException).code !== 'ENOENT'
    }
  }
  const release = async () => {
    if ((await readInode(lock)) === ino) await rm(lock, { force: true })
    server.close()
  }
  return { path: lock, isHeld, release }
}

/** Puts the socket at the lock's path, if it is free: of two processes, one succeeds. */
async function placed(own: string, lock: string): Promise<boolean> {
  try {
    await link(own, lock)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await rm(own)
  return true
}

/** Replaces the lock of a dead process. */
async function takeOver(own: string, lock: string, holders: string): Promise<void> {
  const held = new Error(`${lock} is held by ${holders}. Stop it first, or set another DATA_DIR.`)
  if (await atPath(lock, answers)) throw held
  const { ino } = await stat(own)
  await rename(own, lock)
  await delay(settleMs)
  if ((await readInode(lock)) !== ino) throw held
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
}

/** Calls `use` with a form of the path that is short enough for a socket. */
async function atPath<T>(path: string, use: (short: string) => Promise<T>): Promise<T> {
  const near = relative(process.cwd(), path)
  for (const short of [path, near])
    if (Buffer.byteLength(short) <= longestSocketPath) return use(short)
  const folder = await open(join(path, '..'))
  try {
    return await use(`/proc/self/fd/${folder.fd}/${path.slice(path.lastIndexOf('/') + 1)}`)
  } finally {
    await folder.close()
  }
}

async function readInode(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).ino
  } catch {
    return undefined
  }
}
