import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { guideOf, guides, indexOf, linksTo, markdownOf } from '../dev/guides.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const outDir = join(here, '../dist/web')
const pages = ['account.html', 'directory.html', 'docs.html', 'operators.html', 'try.html']

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
    writeGuides()
    for (const file of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:html|js|css|svg|json|md)$/.test(file)) continue
      const body = readFileSync(join(outDir, file))
      // the highest quality takes seconds for an outline or Swagger UI, and saves a tenth
      const quality = /\.json$|swagger-ui/.test(file) ? 9 : 11
      const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
      writeFileSync(join(outDir, `${file}.br`), brotliCompressSync(body, { params }))
      writeFileSync(join(outDir, `${file}.gz`), gzipSync(body, { level: 9 }))
    }
  },
}

/** The guides of docs/ as pages below /docs, all in the frame of guide.html. */
function writeGuides() {
  const frame = readFileSync(join(outDir, 'guide.html'), 'utf8')
  rmSync(join(outDir, 'guide.html'))
  mkdirSync(join(outDir, 'guides'))
  const texts = guides.map((name) => readFileSync(join(here, `../docs/${name}.md`), 'utf8'))
  const all = guides.map((name, i) => guideOf(name, texts[i]))
  for (const [i, name] of guides.entries())
    writeFileSync(join(outDir, `guides/${name}.md`), markdownOf(texts[i]))
  for (const { name, title, html } of all)
    write(name, { title, guide: html, links: linksTo(all, name) })
  write('index', { title: 'Guides', guide: indexOf(all), links: '' })

  function write(name, parts) {
    const html = frame
      .replaceAll('./assets/', '../')
      .replace(/<!-- (title|guide|links) -->/g, (_, part) => parts[part])
    // the index is a step higher
    const placed = name === 'index' ? html.replaceAll('"../', '"') : html
    writeFileSync(join(outDir, `guides/${name}.html`), placed)
  }
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
    chunkSizeWarningLimit: 2000, // in KB: Swagger UI is one file of 1,500
    rolldownOptions: {
      input: [...pages, 'guide.html'].map((page) => join(here, page)),
      checks: { pluginTimings: false }, // a busy machine says nothing about the build
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
}
