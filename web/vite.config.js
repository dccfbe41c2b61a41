import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const here = fileURLToPath(new URL('.', import.meta.url))
const outDir = join(here, '../dist/web')
const pages = ['account.html', 'directory.html', 'try.html']

/**
 * The gateway serves the files of a page below its path: /account/name for the page /account.
 * Compresses once at the build, so that the gateway never does.
 */
const served = {
  name: 'served',
  closeBundle() {
    for (const page of pages) {
      const file = join(outDir, page)
      const below = `./${page.replace('.html', '')}/`
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('./assets/', below))
    }
    for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:html|js|css|svg|json)$/.test(file)) continue
      const body = readFileSync(join(outDir, file))
      // the highest quality takes a second for an outline, and saves an eighth
      const params = { [constants.BROTLI_PARAM_QUALITY]: file.endsWith('.json') ? 9 : 11 }
      writeFileSync(join(outDir, `${file}.br`), brotliCompressSync(body, { params }))
      writeFileSync(join(outDir, `${file}.gz`), gzipSync(body, { level: 9 }))
    }
  },
}

/**
 * The pages. `npx vite web` serves them with changes applied at once, and passes calls on to the
 * gateway of `npm start`.
 */
export default {
  root: here,
  base: './',
  logLevel: 'warn',
  plugins: [served],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: pages.map((page) => join(here, page)) },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}
