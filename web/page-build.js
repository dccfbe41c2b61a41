import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const kit = fileURLToPath(new URL('src/kit', import.meta.url))

/** What all builds with Vite share. */
export const common = {
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** A busy machine says nothing about the build. */
export const checks = { pluginTimings: false }

/**
 * The configuration of Vite for pages of the gateway.
 * @param root The folder of the pages.
 * @param outDir The folder for what is built.
 * @param names The HTML files in the root.
 * @param finish Changes what was built, before it is compressed.
 * @param plugins More plugins of Vite.
 */
export function pageBuild({ root, outDir, names, finish = () => {}, plugins = [] }) {
  return {
    ...common,
    root,
    plugins: [
      ...plugins,
      {
        name: 'pages',
        transformIndexHtml: { order: 'pre', handler: (html) => addHead(html, relative(root, kit)) },
        closeBundle: () => finishBuild(outDir, finish),
      },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000, // in KB: Swagger UI is one file of 1,500
      rolldownOptions: { input: names.map((name) => join(root, name)), checks },
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  }
}

/** Adds what the heads of all pages have. */
function addHead(html, kitPath) {
  const head = `<head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="./${kitPath}/icon.svg">
    <link rel="stylesheet" href="./${kitPath}/style.css">`
  return html.replace('<head>', head)
}

/**
 * The gateway serves the files of a page below its path: /account/name for the page /account.
 * Compresses once at the build, so that the gateway never does.
 */
function finishBuild(outDir, finish) {
  for (const page of readdirSync(outDir).filter((name) => name.endsWith('.html'))) {
    const file = join(outDir, page)
    const below = `./${page.replace('.html', '')}/`
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('./assets/', below))
  }
  finish()
  for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:html|js|css|svg|json|md)$/.test(name)) compress(join(outDir, name))
  }
}

function compress(file) {
  const body = readFileSync(file)
  // the highest quality takes seconds for an outline or Swagger UI, and saves a tenth
  const quality = /\.json$|swagger-ui/.test(file) ? 9 : 11
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params }))
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
}
