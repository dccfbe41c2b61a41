import promises, { type FileHandle, open } from 'node:fs/promises'

type Call = (...args: unknown[]) => Promise<unknown>

/**
 * Shows each file system call of a store in this process to `judge`, until Jest restores its mocks.
 * `judge` may name the code that the call fails with, or `kill`: then no call does anything any
 * more, and a write gets half of its bytes out first.
 * @returns a promise that resolves at the `kill`.
 */
export async function watchDisk(
  judge: (name: string, path: string) => string | undefined,
): Promise<{ killed: Promise<void> }> {
  const handle = await open(process.execPath)
  const fileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const opened: FileHandle[] = []
  let isDead = false
  let die = () => {}
  const killed = new Promise<void>((resolve) => {
    die = resolve
  })
  const forever = () => new Promise<never>(() => {})

  function watch(owner: Record<string, Call>, name: string): void {
    const call = owner[name]!
    jest.spyOn(owner, name).mockImplementation(async function (this: unknown, ...args) {
      if (isDead) return forever()
      const fault = judge(name, typeof args[0] === 'string' ? args[0] : '')
      // nothing that only a power failure shows
      if (fault === undefined) {
        if (name === 'sync') return undefined
        const result = await call.apply(this, args)
        if (name === 'open') opened.push(result as FileHandle)
        return result
      }
      if (fault !== 'kill') throw Object.assign(new Error(`${fault}: planted`), { code: fault })
      isDead = true
      const bytes = args[0] as Uint8Array
      if (name === 'writeFile') await call.call(this, bytes.subarray(0, bytes.length / 2))
      await Promise.allSettled(opened.map((one) => one.close()))
      die()
      return forever()
    })
  }
  for (const name of ['writeFile', 'sync']) watch(fileHandle, name)
  for (const name of ['open', 'link', 'rename', 'rm', 'stat'])
    watch(promises as unknown as Record<string, Call>, name)
  return { killed }
}
