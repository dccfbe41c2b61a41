import { Marked, Renderer, type Tokens } from 'marked'

/** The pages of docs/ that callers get at the gateway: by subject, each with what it is about. */
const subjects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Start: {
    'getting-started': 'The first steps: log in, create a key, search.',
    clients: 'Each call as curl and Python.',
    'verify-tokens': 'For services that accept the access tokens of this one.',
    mcp: 'The directory as tools of Claude, VS Code and other assistants.',
  },
  Search: {
    'search-templates': 'GET calls: by number, by name and place, as you type.',
    finding: 'What a typed text finds: numbers, places, words alike, and the order of hits.',
    queries: 'Complete searches with their answers: typos, accents, distances, facets.',
    'search-rules': 'What a query may contain, and why others are refused.',
    'query-cost': 'How the cost of a query is computed, and how to lower it.',
    export: 'All hits of a search, as lines of JSON or as a table.',
    fields: 'The fields of the indices, with their types and uses.',
  },
  'Run your own': {
    loading: 'Organizations of a register in place of the sample: files, formats, replacement.',
  },
  Reference: {
    api: 'The contract: what never changes within /api/v1/.',
    errors: 'Every code, its cause, and what to do.',
    limits: 'Rate limits, plans, and what you have used.',
  },
}

/** Their names: each is that of a file in docs/, and of the path below that of the guides. */
export const guides: readonly string[] = Object.values(subjects).flatMap(Object.keys)

/** Headings about a page of the gateway lead to that page. */
const pages: Readonly<Record<string, string>> = {
  'pages.md#directory': '../../',
  'pages.md#try': '../../try',
  'pages.md#account': '../../account',
}

/** A guide as HTML, for a page at docs/guides/NAME. */
export interface Guide {
  name: string
  title: string
  html: string
}

/** @param text Its Markdown, which begins with the title. */
export function toGuide(name: string, text: string): Guide {
  const marked = new Marked().setOptions({ renderer: new GuideRenderer() })
  const [heading, ...tokens] = marked.lexer(text)
  const title = (heading as Tokens.Heading).text
  const html = `<p><a href="../guides">Guides</a> · <a href="${name}.md">Markdown</a></p>\n<h1>${title}</h1>\n${marked.parser(tokens)}`
  return { name, title, html }
}

/**
 * A guide as Markdown: links to what the gateway does not serve become text, and images are left
 * out.
 */
export function toMarkdown(text: string): string {
  const parts = text.split(/^(```[\s\S]*?^```)/m)
  return parts.map((part, i) => (i % 2 === 0 ? withServedLinks(part) : part)).join('')
}

function withServedLinks(prose: string): string {
  return prose
    .replace(/^!\[[^\]]*\]\([^)]*\)\n+/gm, '')
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (link, words: string, href: string) => {
      const target = findTarget(href)
      if (target === undefined) return words
      return href in pages ? `[${words}](${target})` : link
    })
}

/** The list of all guides, for a page at docs/guides. */
export function renderIndex(all: readonly Guide[]): string {
  const titles = new Map(all.map(({ name, title }) => [name, title]))
  const lists = Object.entries(subjects).map(([subject, abouts]) => {
    const items = Object.entries(abouts).map(
      ([name, about]) =>
        `<li><a href="../guides/${name}">${titles.get(name)}</a><span>${about}</span></li>`,
    )
    return `<h2>${subject}</h2>\n<ul class="index">${items.join('\n')}</ul>`
  })
  return ['<h1>Guides</h1>', ...lists].join('\n')
}

/** The links to all guides next to each of them. */
export function linksTo(all: readonly Guide[], current: string): string {
  const items = all.map(
    ({ name, title }) =>
      `<li><a href="${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a></li>`,
  )
  return `<nav class="guides" aria-label="Guides"><ul>${items.join('\n')}</ul></nav>`
}

/** The anchor that GitHub gives a heading, for links that hold in both places. */
function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Where a link of a guide leads; undefined for files that the gateway does not serve. */
function findTarget(href: string): string | undefined {
  if (/^(?:https?:|#)/.test(href)) return href
  const [file = '', anchor] = href.split('#')
  const name = file.replace(/\.md$/, '')
  if (guides.includes(name)) return anchor === undefined ? name : `${name}#${anchor}`
  return pages[href]
}

/** Comments are left out, and images, which are not served. Other HTML becomes text. */
class GuideRenderer extends Renderer {
  override heading({ depth, text, tokens }: Tokens.Heading): string {
    return `<h${depth} id="${toAnchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }

  override link(token: Tokens.Link): string {
    const target = findTarget(token.href)
    const text = this.parser.parseInline(token.tokens)
    if (target === undefined) return text
    const words = /^[\w-]+\.md$/.test(text) ? text.slice(0, -3).replaceAll('-', ' ') : text
    return `<a href="${target}">${words}</a>`
  }

  override image(): string {
    return ''
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    if (text.startsWith('<!--')) return ''
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  }

  /** Wide ones scroll inside, also by the keyboard. */
  override table(token: Tokens.Table): string {
    return `<div class="scroll" tabindex="0">${super.table(token)}</div>\n`
  }
}
