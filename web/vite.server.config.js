import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * The renderer of the pages that the gateway makes, as one file without packages. Maps are drawn in
 * browsers alone.
 */
export default {
  root: here,
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  ssr: { noExternal: true },
  build: {
    ssr: join(here, 'src/server.tsx'),
    outDir: join(here, '../dist/page-renderer'),
    emptyOutDir: true,
    target: 'node20',
    assetsInlineLimit: 0,
    rolldownOptions: {
      external: /\/drawing\.js$/,
      output: { entryFileNames: 'page-renderer.js' },
      checks: { pluginTimings: false },
    },
  },
}
