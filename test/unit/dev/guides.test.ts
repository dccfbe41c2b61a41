import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { guides, linksTo, renderIndex, toGuide, toMarkdown } from '../../../dev/guides.js'

const htmlOf = (markdown: string) =>
  toGuide('errors', `# Title\n\n${markdown}`).html.split('</h1>\n')[1]!.trim()

test.each<[string, string, string]>([
  ['a guide', '[how](limits.md#a-b)', '<p><a href="limits#a-b">how</a></p>'],
  ['a heading', '[there](#a-b)', '<p><a href="#a-b">there</a></p>'],
  ['a page of the gateway', '[/try](pages.md#try)', '<p><a href="../../try">/try</a></p>'],
  ['a file that is not served', '[`x`](../packages/client/README.md)', '<p><code>x</code></p>'],
  ['an image', 'a ![b](images/c.png)', '<p>a </p>'],
  ['a comment', '<!-- a -->', ''],
  ['code', '`<b>`', '<p><code>&lt;b&gt;</code></p>'],
  [
    'a heading with marks',
    "## The `a`'s b, c",
    '<h2 id="the-as-b-c">The <code>a</code>&#39;s b, c</h2>',
  ],
])('%s', (_, markdown, html) => {
  expect(htmlOf(markdown)).toBe(html)
})

test('as Markdown a guide links to what is served', () => {
  const text =
    'See [how](limits.md#a-b), [it](#a), [/try](pages.md#try), [`x`](../packages/client/README.md).\n\n' +
    '![b](images/c.png)\n\n```js\nf[0](images/c.png)\n```\n'
  expect(toMarkdown(text)).toBe(
    'See [how](limits.md#a-b), [it](#a), [/try](../../try), `x`.\n\n' +
      '```js\nf[0](images/c.png)\n```\n',
  )
})

test('a wide table scrolls inside, also by the keyboard', () => {
  expect(htmlOf('| a |\n|---|\n| b |')).toMatch(/^<div class="scroll" tabindex="0"><table>/)
})

const all = guides.map((name) =>
  toGuide(name, readFileSync(join(__dirname, `../../../docs/${name}.md`), 'utf8')),
)

test('the index and the links next to a guide name all guides', () => {
  for (const { name, title } of all) {
    expect(renderIndex(all)).toContain(`<a href="../guides/${name}">${title}</a>`)
    expect(linksTo(all, 'errors')).toContain(`<a href="${name}"`)
  }
  expect(linksTo(all, 'errors').match(/aria-current/g)).toHaveLength(1)
})
