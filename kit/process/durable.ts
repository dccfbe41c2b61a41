import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file for its owner only, and syncs it to the disk.
 * @param flag `w` replaces an existing file, `wx` refuses to.
 */
export async function writeSynced(
  file: string,
  content: string | Uint8Array,
  flag: 'w' | 'wx',
): Promise<void> {
  const handle = await open(file, flag, 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Syncs the entries of a folder to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A draft that has not been written for so long, in milliseconds, is of a killed process. */
const abandonedMs = 60_000

/**
 * Replaces a file as a whole: a crash leaves the old content or the new one, and of processes that
 * replace it at once, the last one's is left. A killed process leaves its draft: the next one calls
 * `removeDrafts`, unless the folder does not last.
 */
export async function replaceSynced(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.draft`
  await writeSynced(draft, content, 'w')
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/** Removes the drafts of a file that killed processes have left. */
export async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(file)}.`) || !name.endsWith('.draft')) continue
    const draft = join(folder, name)
    if ((await stat(draft)).mtimeMs < Date.now() - abandonedMs) await rm(draft)
  }
}
