import { open } from 'node:fs/promises'

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
