import { rolldown } from 'rolldown'

/** What is started or imported by its path in dist/, besides `main.ts` of any folder. */
const entries = [
  'auth-service/passwords/hash-worker.ts',
  'gateway/check/folder-meaning.ts',
  'gateway/check/routes.ts',
  'gateway/lab/explain-command.ts',
  'gateway/lab/replay-process.ts',
  'gateway/reload-command.ts',
  'plugins/kit/contract.ts',
]
const isEntry = (file) =>
  entries.includes(file) ||
  /^(auth-service|directory|gateway)\/(.+\/)?main\.ts$/.test(file) ||
  /^((directory\/)?plugins\/[\w-]+\/index|test\/programs\/[\w-]+)\.ts$/.test(file)

/** Any file of dev/ and bench/ may be started. */
const isTool = (file) => /^(dev|bench)\/.*\.ts$/.test(file) || file === 'test/engine/run.ts'

/**
 * Writes the programs to dist/, each with its own file there and with what several share in chunks:
 * a process reads a few files in place of hundreds. Packages stay outside. The tools have chunks of
 * their own, as the packed product is without them.
 * @param sources Files of TypeScript, from the folder of the project.
 */
export async function bundlePrograms(sources) {
  await bundle(sources.filter(isEntry), 'chunks')
  await bundle(sources.filter(isTool), 'dev/chunks')
}

async function bundle(files, chunks) {
  if (files.length === 0) return
  const input = Object.fromEntries(files.map((file) => [file.replace(/\.ts$/, ''), file]))
  const build = await rolldown({ input, platform: 'node', external: /^[^./]/ })
  await build.write({
    dir: 'dist',
    entryFileNames: '[name].js',
    chunkFileNames: `${chunks}/[name]-[hash].js`,
  })
}
