import { type ComponentType, render } from 'preact'
import { leave, returnTo } from './kit/arrival.js'
import { siteTitle, titled } from './kit/title.js'
import { here } from './kit/where.js'

/**
 * The pages that share a document, and so the login in its memory: going to another loads no
 * document.
 */
const pages = {
  directory: {
    title: siteTitle,
    load: () => import('./directory/app.js'),
  },
  account: {
    title: titled('Account'),
    load: () => import('./account/app.js'),
  },
  docs: {
    title: titled('API reference'),
    load: () => import('./docs/app.js'),
  },
  guides: {
    title: titled('Guides'),
    load: () => import('./guides/app.js'),
  },
  try: {
    title: titled('Workbench'),
    load: () => import('./try/app.js'),
  },
}

type PageName = keyof typeof pages
type App = ComponentType

/** Shows the page of this document, and those that its links with `data-page` lead to. */
export function start(first: PageName, FirstApp: App): void {
  const apps = new Map<PageName, App>([[first, FirstApp]])
  const nameOf = new Map([[location.pathname, first]])
  let shown = '' // a page may have several paths
  let followed = 0 // links, and steps through the history: the last one counts

  function show(name: PageName): void {
    const Shown = apps.get(name)!
    shown = location.pathname
    document.documentElement.dataset.page = name // which styles apply
    render(<Shown key={shown} />, document.getElementById('app')!)
    document.title = pages[name].title
  }

  async function go(name: PageName, href: string): Promise<void> {
    const turn = ++followed
    const loaded = await pages[name].load().catch(() => undefined)
    if (turn !== followed) return
    if (!loaded) return location.assign(href)
    apps.set(name, loaded.App)
    leave(here())
    history.pushState(null, '', href)
    nameOf.set(location.pathname, name)
    show(name)
    scrollTo(0, 0)
    document.getElementById('main')?.focus()
  }

  addEventListener('popstate', () => {
    if (location.pathname === shown) return
    followed++
    const name = nameOf.get(location.pathname)
    returnTo(here())
    if (name) show(name)
    else location.reload() // the history of the document before a reload
  })
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-page]')
    const name = link?.dataset.page as PageName
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0
    if (!link || !(name in pages) || isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    void go(name, link.href)
  })
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')!
  icon.setAttribute('href', icon.href) // absolute: not all pages are in the same folder
  show(first)
}
