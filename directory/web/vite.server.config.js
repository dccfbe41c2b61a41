import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checks, common } from '../../web/page-build.js'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The renderer of the pages that the gateway makes, as one file without packages. Maps are drawn in
 * browsers alone.
 */
export default {
  ...common,
  root,
  ssr: { noExternal: true },
  build: {
    ssr: join(root, 'server.tsx'),
    outDir: join(root, '../../dist/page-renderer'),
    emptyOutDir: true,
    target: 'node20',
    assetsInlineLimit: 0,
    rolldownOptions: {
      external: /\/drawing\.js$/,
      output: { entryFileNames: 'page-renderer.js' },
      checks,
    },
  },
}
