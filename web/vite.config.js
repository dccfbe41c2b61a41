import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guides, linksTo, renderIndex, toGuide, toMarkdown } from '../dev/guides.ts'
import { pageBuild } from './page-build.js'

const root = fileURLToPath(new URL('.', import.meta.url))
const outDir = join(root, '../dist/web')

/** The guides of docs/ as pages below /docs, all in the frame of guide.html. */
function writeGuides() {
  const frame = readFileSync(join(outDir, 'guide.html'), 'utf8')
  rmSync(join(outDir, 'guide.html'))
  mkdirSync(join(outDir, 'guides'))
  const texts = guides.map((name) => readFileSync(join(root, `../docs/${name}.md`), 'utf8'))
  const all = guides.map((name, i) => toGuide(name, texts[i]))
  for (const [i, name] of guides.entries())
    writeFileSync(join(outDir, `guides/${name}.md`), toMarkdown(texts[i]))
  for (const { name, title, html } of all)
    write(name, { title, guide: html, links: linksTo(all, name) })
  write('index', { title: 'Guides', guide: renderIndex(all), links: '' })

  function write(name, parts) {
    const html = frame
      .replaceAll('./guide/', '../')
      .replace(/<!-- (title|guide|links) -->/g, (_, part) => parts[part])
    // the index is a step higher
    const placed = name === 'index' ? html.replaceAll('"../', '"') : html
    writeFileSync(join(outDir, `guides/${name}.html`), placed)
  }
}

/**
 * The pages of the gateway. `npx vite web` serves them with changes applied at once, and passes
 * calls on to the gateway of `npm start`.
 */
export default pageBuild({
  root,
  outDir,
  names: ['account.html', 'docs.html', 'guide.html', 'operators.html', 'try.html'],
  finish: writeGuides,
})
